import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force'

/** A device in the picture, or the gateway (''). */
export interface Placed extends SimulationNodeDatum {
  id: string
  /** What hears it; undefined for the gateway. */
  over: string | undefined
  x: number
  y: number
}

/** spec 2 §9: the network graph has physics on and random seed 200. */
const SEED = 200
const STEPS = 200
/** Beyond this a step takes longer than a frame: fewer of them. */
const WORK = 60_000

/** Numbers between 0 and 1 that are the same each time (Park and Miller). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const idOf = (end: unknown): unknown =>
  typeof end === 'object' && end !== null && 'id' in end ? end.id : end

export class Layout {
  readonly #simulation: Simulation<Placed, SimulationLinkDatum<Placed>>
  #placed = new Map<string, Placed>()
  #shape = ''

  constructor() {
    this.#simulation = forceSimulation<Placed>().randomSource(randomFrom(SEED)).stop()
  }

  get placed(): ReadonlyMap<string, Placed> {
    return this.#placed
  }

  /** Still moving. */
  get moves(): boolean {
    return this.#simulation.alpha() > this.#simulation.alphaMin()
  }

  /** Takes devices with what hears each. What is known stays where it is, and everything settles around what is new. */
  take(ways: readonly { id: string; over: string }[]): void {
    const shape = ways.map(({ id, over }) => `${id}<${over}`).join()
    if (shape === this.#shape) return
    this.#shape = shape
    const first = this.#placed.size === 0
    const before = this.#placed
    const gateway: Placed = { id: '', over: undefined, x: 0, y: 0, fx: 0, fy: 0 }
    const known = new Set(ways.map(({ id }) => id))
    const circle = (2 * Math.PI) / Math.max(1, ways.length)
    const nodes = ways.map(({ id, over }, place): Placed => {
      const was = before.get(id)
      const near = before.get(over)
      const at = was ?? {
        x: (near?.x ?? 0) + 120 * Math.cos(place * circle),
        y: (near?.y ?? 0) + 120 * Math.sin(place * circle),
      }
      return { id, over: known.has(over) ? over : '', x: at.x, y: at.y }
    })
    const all = [gateway, ...nodes]
    this.#placed = new Map(all.map((node) => [node.id, node]))
    const links = nodes.map((node) => ({ source: node.id, target: node.over ?? '' }))
    this.#simulation
      .nodes(all)
      .force(
        'link',
        forceLink<Placed, SimulationLinkDatum<Placed>>(links)
          .id(({ id }) => id)
          .distance(({ target }) => (idOf(target) === '' ? 96 : 66))
          .strength(0.7),
      )
      .force('apart', forceManyBody().strength(-230).distanceMax(420))
      .force('room', forceCollide(23))
      .force('across', forceX(0).strength(0.028))
      .force('down', forceY(0).strength(0.045))
      .alpha(first ? 1 : 0.35)
    if (first) this.#simulation.tick(Math.max(20, Math.min(STEPS, Math.round(WORK / all.length))))
  }

  step(): void {
    if (this.moves) this.#simulation.tick()
  }

  /** Settles at once, for whoever wants nothing to move. */
  settle(): void {
    while (this.moves) this.#simulation.tick()
  }

  /** Somebody drags a device; without a place he lets go. */
  drag(id: string, to: { x: number; y: number } | undefined): void {
    const node = this.#placed.get(id)
    if (!node || id === '') return
    node.fx = to?.x
    node.fy = to?.y
    if (to) this.#simulation.alpha(Math.max(0.3, this.#simulation.alpha()))
  }
}
