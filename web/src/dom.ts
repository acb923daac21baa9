// Elements in one line each.

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;
type Child = Node | string | null | undefined | false;

/** An HTML element with attributes, listeners (`onclick` and the like) and children. */
export function html<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  return dress(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): SVGElementTagNameMap[K] {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function dress<T extends Element>(element: T, attributes: Attributes, children: (Child | Child[])[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child) element.append(child);
  }
  return element;
}
