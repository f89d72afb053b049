/**
 * Island layout: each cluster in its own disc, its nodes placed by their edges, and discs that share many edges near
 * each other. Forces are simulated for a fixed number of steps from fixed places, so equal pictures give equal places.
 */
import type { GraphPicture } from "@sdl/model/graph";
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from "d3-force";
import type { Relations } from "../picture/relations.js";
import { type Island, type Layout, nodeRadius, type PicturePoint, roundToTenths } from "./layout.js";

interface SimulatedBody extends SimulationNodeDatum {
  readonly radius: number;
  x: number;
  y: number;
}

type Link = SimulationLinkDatum<SimulatedBody>;

/** Clusters up to this size get the most steps, with collision detection in each, at no noticeable cost. */
const SMALL = 60;
/**
 * Larger clusters are not simulated: forces would take seconds and show nothing. The most central node stays in the
 * middle.
 */
const MOST_SIMULATED = 2000;
const ROOM_STEPS = 25;

/** Number of simulation steps: fewer for many bodies, because each step costs time per body. */
function simulationSteps(bodies: number): number {
  return bodies <= SMALL ? 160 : bodies <= 400 ? 70 : 40;
}

const GAP_OF_NODES = 3;
const EDGE_OF_ISLAND = 10;
/** Distance between islands; fits their names. */
const GAP_OF_ISLANDS = 44;
/** Bodies start on a spiral by the golden angle: spread out, in an order that is always the same. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Computes the island layout of a valid picture. */
export function layOutIslands({ nodes, clusters }: GraphPicture, { outgoing, incoming }: Relations): Layout {
  const radii = nodes.map(({ fanIn }) => nodeRadius(fanIn));
  const members: number[][] = clusters.map(() => []);
  nodes.forEach(({ cluster }, i) => {
    members[cluster]?.push(i);
  });
  const inhabited = clusters.map((_, cluster) => cluster).filter((cluster) => (members[cluster]?.length ?? 0) > 0);
  const local: PicturePoint[] = nodes.map(() => ({ x: 0, y: 0 }));
  const islandRadii = inhabited.map((cluster) => {
    const own = members[cluster] ?? [];
    // The most central node starts in the middle.
    const order = [...own].sort((a, b) => edgeCount(b) - edgeCount(a) || a - b);
    const bodies = settleNodes(order, radii, outgoing);
    order.forEach((node, i) => {
      local[node] = bodies[i] ?? { x: 0, y: 0 };
    });
    return Math.max(...bodies.map(({ x, y, radius }) => Math.hypot(x, y) + radius)) + EDGE_OF_ISLAND;
  });
  const islands = settleIslands(inhabited, islandRadii, edgesBetweenClusters(nodes, outgoing));
  const centre = new Map(islands.map((island) => [island.cluster, island]));
  const places = nodes.map(({ cluster }, i) => {
    const { x = 0, y = 0 } = centre.get(cluster) ?? {};
    return { x: roundToTenths(x + (local[i]?.x ?? 0)), y: roundToTenths(y + (local[i]?.y ?? 0)) };
  });
  return { places, radii, islands, headings: [] };

  function edgeCount(node: number): number {
    return (outgoing[node]?.length ?? 0) + (incoming[node]?.length ?? 0);
  }
}

/** @param order nodes of one cluster, most central first @returns their bodies around the origin */
function settleNodes(
  order: readonly number[],
  radii: readonly number[],
  outgoing: Relations["outgoing"],
): readonly SimulatedBody[] {
  const bodies = placeOnSpiral(order.map((node) => (radii[node] ?? 0) + GAP_OF_NODES));
  if (bodies.length === 1 || bodies.length > MOST_SIMULATED) return bodies;
  const numbers = new Map(order.map((node, i) => [node, i]));
  const links: Link[] = [];
  order.forEach((node, source) => {
    for (const other of outgoing[node] ?? []) {
      const target = numbers.get(other);
      if (target !== undefined) links.push({ source, target });
    }
  });
  const simulation = forceSimulation<SimulatedBody>(bodies)
    .stop()
    .force("repulsion", forceManyBody<SimulatedBody>().strength(-22).distanceMax(120).theta(1.2))
    .force("links", forceLink<SimulatedBody, Link>(links).distance(24).strength(0.35))
    .force("x", forceX<SimulatedBody>(0).strength(0.11))
    .force("y", forceY<SimulatedBody>(0).strength(0.11));
  const room = forceCollide<SimulatedBody>(({ radius }) => radius);
  if (bodies.length <= SMALL) simulation.force("room", room);
  simulation.tick(simulationSteps(bodies.length));
  // Collision detection is most of the work and only matters at the end.
  simulation.force("room", room).alpha(0.2).tick(ROOM_STEPS);
  return centreBodies(bodies);
}

/** Numbers of edges between clusters, with `low` < `high` as cluster numbers. */
function edgesBetweenClusters(
  nodes: GraphPicture["nodes"],
  outgoing: Relations["outgoing"],
): readonly { readonly low: number; readonly high: number; readonly count: number }[] {
  const counts = new Map<string, { low: number; high: number; count: number }>();
  nodes.forEach(({ cluster }, i) => {
    for (const other of outgoing[i] ?? []) {
      const target = nodes[other]?.cluster ?? cluster;
      if (target === cluster) continue;
      const [low, high] = cluster < target ? [cluster, target] : [target, cluster];
      const known = counts.get(`${low} ${high}`);
      if (known === undefined) counts.set(`${low} ${high}`, { low, high, count: 1 });
      else known.count++;
    }
  });
  return [...counts.values()];
}

function settleIslands(
  inhabited: readonly number[],
  islandRadii: readonly number[],
  bridges: ReturnType<typeof edgesBetweenClusters>,
): readonly Island[] {
  // Large islands start in the middle.
  const order = inhabited
    .map((cluster, i) => ({ cluster, radius: islandRadii[i] ?? 0 }))
    .sort((a, b) => b.radius - a.radius || a.cluster - b.cluster);
  const bodies = placeOnSpiral(order.map(({ radius }) => radius + GAP_OF_ISLANDS / 2));
  const numbers = new Map(order.map(({ cluster }, i) => [cluster, i]));
  const links = bridges.map(({ low, high, count }) => ({
    source: numbers.get(low) ?? 0,
    target: numbers.get(high) ?? 0,
    count,
  }));
  const reach = (one: unknown) => (one as SimulatedBody).radius;
  const simulation = forceSimulation<SimulatedBody>(bodies)
    .stop()
    .force(
      "links",
      forceLink<SimulatedBody, Link & { readonly count: number }>(links)
        .distance(({ source, target }) => reach(source) + reach(target))
        .strength(({ count }) => Math.min(0.5, 0.03 * Math.log2(1 + count))),
    )
    .force("x", forceX<SimulatedBody>(0).strength(0.045))
    .force("y", forceY<SimulatedBody>(0).strength(0.05))
    .force("room", forceCollide<SimulatedBody>(({ radius }) => radius).iterations(4));
  simulation.tick(300);
  separateBodies(bodies);
  return order.map(({ cluster, radius }, i) => ({
    cluster,
    radius: roundToTenths(radius),
    x: roundToTenths(bodies[i]?.x ?? 0),
    y: roundToTenths(bodies[i]?.y ?? 0),
  }));
}

/** Pushes overlapping bodies apart after the simulation: nodes of two clusters never mix. */
function separateBodies(bodies: readonly SimulatedBody[]): void {
  for (let round = 0; round < 200; round++) {
    let isApart = true;
    bodies.forEach((a, i) => {
      for (const b of bodies.slice(i + 1)) {
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const distance = Math.hypot(dx, dy);
        const overlap = a.radius + b.radius - distance;
        if (overlap <= 0.1) continue;
        isApart = false;
        const [ux, uy] = distance === 0 ? [1, 0] : [dx / distance, dy / distance];
        const push = overlap / 2 + 0.05;
        a.x -= ux * push;
        a.y -= uy * push;
        b.x += ux * push;
        b.y += uy * push;
      }
    });
    if (isApart) return;
  }
}

/** Bodies on a spiral outwards, none on top of another. */
function placeOnSpiral(radii: readonly number[]): SimulatedBody[] {
  let area = 0;
  return radii.map((radius, i) => {
    const distance = i === 0 ? 0 : Math.sqrt(area / Math.PI) * 1.15 + radius * 0.5;
    area += (2 * radius) ** 2;
    const angle = i * GOLDEN_ANGLE;
    return { radius, x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
  });
}

function centreBodies(bodies: readonly SimulatedBody[]): readonly SimulatedBody[] {
  const [left, right] = valueRange(bodies.map(({ x }) => x));
  const [top, bottom] = valueRange(bodies.map(({ y }) => y));
  return bodies.map((body) => ({ ...body, x: body.x - (left + right) / 2, y: body.y - (top + bottom) / 2 }));
}

function valueRange(values: readonly number[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
