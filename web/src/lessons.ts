// Short texts that teach, one for each screen.

import { html } from "./dom";
import { letter, words } from "./formula";

export function collisionLesson(): HTMLElement {
  return html("section", { class: "lesson" },
    html("h2", {}, "What is going on here"),
    html("div", { class: "columns" },
      html("div", {},
        html("h3", {}, "Tunnelling"),
        html("p", {}, "A game looks at the world sixty times a second. A ball that moves further in one frame than the wall is thick is before it in one look and behind it in the next, and nobody saw it pass. That is called tunnelling. The cure is to ask about the whole path, not about its two ends: does the segment from ", letter("Bs"), " to ", letter("Be"), " meet the one from ", letter("P0"), " to ", letter("P1"), "?"),
      ),
      html("div", {},
        html("h3", {}, "Three methods, one answer"),
        html("p", {}, words("All three reject cheaply first. Methods 1 and 2 ask on which side of the wall both ends of the path are: $N·Bs$ and $N·Be$ beside $N·P0$. Method 3 asks on which side of the path both ends of the wall are. What is left meets the wall's line at $ti$, and the last question is whether that is within frame and wall. They differ in what they cost, never in what they say.")),
      ),
      html("div", {},
        html("h3", {}, "Why plain floats disagree"),
        html("p", {}, "A float has 53 binary digits. Every product and every difference is rounded to that, and where nearly equal numbers are subtracted, what is left is mostly rounding. Near a touch the sign comes out wrong in about one case of ten, and the three methods no longer agree. carom decides the signs exactly: a quick float with a proven bound, and whole numbers where that bound is not enough."),
      ),
    ),
  );
}

export function chamberLesson(): HTMLElement {
  return html("section", { class: "lesson" },
    html("h2", {}, "What is going on here"),
    html("div", { class: "columns" },
      html("div", {},
        html("h3", {}, "The edge table"),
        html("p", {}, words("A chamber given counter-clockwise has its inside on the left of every edge. $E$ goes from corner to corner, $N = (E.y, −E.x)$ points outward, and $D = N·P0$ is the same for every point of the edge's line. The table is made once; every flight uses it.")),
      ),
      html("div", {},
        html("h3", {}, "The first hit, not any hit"),
        html("p", {}, "A flight is tested against every edge. Most are rejected by a single comparison: both ends of the flight are on the inner side. Of those that are hit, the smallest time counts. What is left of the frame is flown in the new direction, and all edges are asked again."),
      ),
      html("div", {},
        html("h3", {}, "In the corner"),
        html("p", {}, "Where two edges share a vertex, the ball hits both at one exact time. A test with a tolerance hits one, is pushed a little, and slips through the other. Here the tie is known to be a tie, the first edge of the table is taken, and the ball stays inside, whatever the corner."),
      ),
    ),
  );
}
