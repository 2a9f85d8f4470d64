import type { NetworkNode } from '#gateway/lib/network/network.ts'
import type { Layout, Placed } from './layout.ts'
import { names } from './names.ts'
import type { Sprites } from './sprites.ts'
import { gatewayStation, MARKS, RADIUS, station } from './stations.ts'

/** Colours as the page has them at present. */
export type Colours = Readonly<Record<(typeof COLOURS)[number], string>>
export const COLOURS = [
  'surface',
  'text',
  'text-muted',
  'line-control',
  'primary',
  'on-primary',
  'warn',
  'warn-text',
  'danger',
  'danger-text',
  'ok',
  'info',
] as const

/** What became of a device since another moment. */
export type Mark = 'appeared' | 'vanished' | 'weaker' | 'stronger'

/** On the canvas, in CSS px. */
export interface Point {
  x: number
  y: number
}

export interface Icon {
  name: string
  path: Path2D
}

export interface DrawnNode {
  node: NetworkNode
  name: string
  icon: Icon
  /** Something is said of it although it looks well. */
  noted: boolean
  mark: Mark | 'same' | undefined
}

export interface Scene {
  layout: Layout
  nodes: readonly DrawnNode[]
  gateway: { name: string; icon: Icon }
  /** Stations of the highlighted way, from the device to the gateway. */
  route: readonly string[]
  hovered: string | undefined
  /** Names of all, where there is room. */
  allNames: boolean
  /** Only what is lost is named, on a phone. */
  fewNames: boolean
  colours: Colours
  /** Of names: size and family. */
  font: string
  /** For these colours, this font and this screen. */
  sprites: Sprites
  width: number
  height: number
  /** From places of the layout to the canvas. */
  scale: number
  x: number
  y: number
}

const WIDTHS = [1.8, 1.8, 1.8, 3, 4] as const

/** Draws the network as it stands. Links first, then stations, then names: a name never covers a station. */
export function draw(canvas: CanvasRenderingContext2D, scene: Scene): void {
  const { width, height, scale, x, y, layout, nodes, route, colours, sprites } = scene
  const { ratio } = sprites
  canvas.setTransform(ratio, 0, 0, ratio, 0, 0)
  canvas.clearRect(0, 0, width, height)
  const at = (id: string): Point | undefined => {
    const place = layout.placed.get(id)
    return place && { x: place.x * scale + x, y: place.y * scale + y }
  }
  const onRoute = new Set(route)
  const faded = route.length > 0
  canvas.lineCap = 'round'

  // The way lies below the links: each stage keeps its signal.
  if (faded) {
    canvas.beginPath()
    ;[...route, ''].forEach((id, place) => {
      const point = at(id)
      if (!point) return
      if (place === 0) canvas.moveTo(point.x, point.y)
      else canvas.lineTo(point.x, point.y)
    })
    canvas.strokeStyle = colours.primary
    canvas.globalAlpha = 0.26
    canvas.lineWidth = 13
    canvas.lineJoin = 'round'
    canvas.stroke()
    canvas.globalAlpha = 1
  }
  // Those that look alike are one stroke: two hundred of their own take most of a frame.
  for (const [look, ends] of linksOf(scene, at)) {
    canvas.globalAlpha = look.faded ? 0.45 : 1
    canvas.strokeStyle = look.colour
    canvas.lineWidth = look.width
    canvas.setLineDash(look.dashed ? [4, 4] : [])
    canvas.beginPath()
    for (const { from, to } of ends) {
      canvas.moveTo(from.x, from.y)
      canvas.lineTo(to.x, to.y)
    }
    canvas.stroke()
  }
  canvas.setLineDash([])
  for (const drawn of nodes) {
    const point = at(drawn.node.id)
    if (!point) continue
    canvas.globalAlpha = faded && !onRoute.has(drawn.node.id) ? 0.62 : 1
    station(canvas, scene, drawn, point, onRoute.has(drawn.node.id))
  }
  canvas.globalAlpha = 1
  const centre = at('')
  if (centre) gatewayStation(canvas, scene, centre)
  names(canvas, scene, at)
}

interface Look {
  colour: string
  width: number
  dashed: boolean
  faded: boolean
}

/** The links by how they look, in the order in which such a one comes first. */
function linksOf(
  { nodes, layout, route, colours }: Scene,
  at: (id: string) => Point | undefined,
): ReadonlyMap<Look, readonly { from: Point; to: Point }[]> {
  const onRoute = new Set(route)
  const looks = new Map<string, Look>()
  const links = new Map<Look, { from: Point; to: Point }[]>()
  for (const { node, mark } of nodes) {
    const from = at(node.id)
    const to = at(layout.placed.get(node.id)?.over ?? '')
    if (!from || !to) continue
    const gone = node.standing === 'lost' || node.expired
    const colour =
      mark !== undefined && mark !== 'same'
        ? colours[MARKS[mark].colour]
        : gone
          ? colours.danger
          : node.level === 1
            ? colours.warn
            : colours['line-control']
    const wanted: Look = {
      colour,
      width: WIDTHS[node.level],
      dashed: gone,
      faded: route.length > 0 && !onRoute.has(node.id),
    }
    const key = Object.values(wanted).join()
    const look = looks.get(key) ?? wanted
    looks.set(key, look)
    const alike = links.get(look) ?? []
    links.set(look, alike)
    alike.push({ from, to })
  }
  return links
}

/** The device below a point of the canvas. */
export function deviceAt({ layout, scale, x, y }: Scene, px: number, py: number): Placed | undefined {
  let nearest: Placed | undefined
  let least = (RADIUS + 8) ** 2
  for (const place of layout.placed.values()) {
    const distance = (place.x * scale + x - px) ** 2 + (place.y * scale + y - py) ** 2
    if (distance < least && place.id !== '') {
      nearest = place
      least = distance
    }
  }
  return nearest
}

/** Everything in sight, with a rim; never larger than life. */
export function fitted(
  layout: Layout,
  width: number,
  height: number,
): { scale: number; x: number; y: number } {
  const places = [...layout.placed.values()]
  const xs = places.map(({ x }) => x)
  const ys = places.map(({ y }) => y)
  const [left, right] = [Math.min(...xs, 0) - 50, Math.max(...xs, 0) + 50]
  const [top, bottom] = [Math.min(...ys, 0) - 34, Math.max(...ys, 0) + 40]
  const scale = Math.min(1.25, width / (right - left), height / (bottom - top))
  return { scale, x: width / 2 - (scale * (left + right)) / 2, y: height / 2 - (scale * (top + bottom)) / 2 }
}
