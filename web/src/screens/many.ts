import type { Mount } from "../app";
import { html } from "../dom";

export const mount: Mount = (root, app) => {
  root.append(html("h1", {}, "many"), html("p", {}, "Not here yet."));
  return {
    show: () => app.status("nothing to show yet"),
    close: () => {},
  };
};
