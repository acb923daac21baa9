// Pictures to take away.

/** What of the page's style a picture must carry with it. */
const PROPERTIES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "fill-opacity", "stroke-opacity", "font-family", "font-size", "font-style", "font-weight", "text-anchor", "dominant-baseline", "paint-order", "display", "visibility"];

/** A drawing as a file that stands by itself, in the colours it is shown in. */
export function pictureAsSvg(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const shown = [picture, ...picture.querySelectorAll("*")];
  const copied = [copy, ...copy.querySelectorAll("*")];
  shown.forEach((element, index) => {
    const style = getComputedStyle(element);
    const text = PROPERTIES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
    copied[index]!.setAttribute("style", text);
    copied[index]!.removeAttribute("class");
  });
  copy.querySelectorAll("[data-only-page]").forEach((element) => element.remove());
  const { width, height } = picture.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", groundOf(picture));
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** A drawing or a canvas as pixels, twice as fine as it is shown. */
export async function pictureAsPng(picture: SVGSVGElement | HTMLCanvasElement): Promise<Blob> {
  if (picture instanceof HTMLCanvasElement) return asBlob(picture);
  const { width, height } = picture.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pictureAsSvg(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(2 * width);
  canvas.height = Math.round(2 * height);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return asBlob(canvas);
}

/** Hands a file to the reader. */
export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function asBlob(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png");
  });
}

/** The colour behind a picture: that of the nearest element around it that has one. */
function groundOf(picture: Element): string {
  for (let element: Element | null = picture; element; element = element.parentElement) {
    const color = getComputedStyle(element).backgroundColor;
    if (color && color !== "transparent" && !color.endsWith(", 0)")) return color;
  }
  return "white";
}
