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

export function manyLesson(): HTMLElement {
  return html("section", { class: "lesson" },
    html("h2", {}, "What is going on here"),
    html("div", { class: "columns" },
      html("div", {},
        html("h3", {}, "Tunnelling, by the thousand"),
        html("p", {}, "The naive way asks once a frame: does the ball overlap a wall? A wall is a line and has no thickness. A ball that moves further in a frame than it is wide is on one side in one look and on the other in the next, and no look has found it on the wall. Faster balls leak sooner, smaller ones too; more looks a second only move the limit."),
      ),
      html("div", {},
        html("h3", {}, "Why a hierarchy pays"),
        html("p", {}, "Asking every wall for every ball is fine for five walls and hopeless for five thousand. A quadtree divides the scene into squares and lists in each the walls that touch it; a box tree puts walls into boxes, and boxes into boxes. A path that misses a box misses everything in it, and one comparison has answered for all. Choose the maze and watch the bars: the walls that are left are the same few, whatever the number of walls."),
      ),
      html("div", {},
        html("h3", {}, "Same bits everywhere"),
        html("p", {}, "A tree only leaves out what is left out for certain, and what remains is decided exactly. So all five strategies give the same answers to the last bit, here, in the command line and on any other machine. The state hash says so: run a scene to a frame, and ", html("code", {}, "carom run --frames"), " prints the same sixteen digits."),
      ),
      html("div", {},
        html("h3", {}, "A billiard that counts π"),
        html("p", {}, "A ball rests before a wall, and one that is 100, 10,000 or 1,000,000 times heavier comes toward it. They collide and bounce until the heavy one goes back, and the number of collisions is 31, 314, 3141: the digits of π. In the end they come so quickly one after the other that a test once a frame sees nearly none of them. Here none may be missed, and none is."),
      ),
    ),
  );
}

export function lidarLesson(): HTMLElement {
  return html("section", { class: "lesson" },
    html("h2", {}, "What is going on here"),
    html("div", { class: "columns" },
      html("div", {},
        html("h3", {}, "A beam is a path"),
        html("p", {}, "A lidar measures how far it is to the first thing in each direction. That is the question of the first screen, asked a few hundred times from one place: which wall does this path meet first, and when? The same exact test answers it, so a beam never slips through the corner where two walls meet."),
      ),
      html("div", {},
        html("h3", {}, "A gate is a wall that stops nobody"),
        html("p", {}, "Counting who is left and who is right of a line, frame by frame, counts the wrong ones: somebody who walks around the end of the gate, or who is too fast to be seen near it. A gate counts paths that cross it, from its right to its left or back. Whoever stops on the line has not crossed yet; whoever leaves it to the other side has, once."),
      ),
      html("div", {},
        html("h3", {}, "What goes in comes out"),
        html("p", {}, "Gates in one ring around a place always know how many are inside: those who went in less those who came out. That holds exactly, also through the ring's corners, which is what geofences, people counters and lap timers need."),
      ),
    ),
  );
}
