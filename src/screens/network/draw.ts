import type { NetworkNode } from '#gateway/lib/network/network.ts'
import type { Layout, Placed } from './layout.ts'

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

export interface DrawnNode {
  node: NetworkNode
  name: string
  icon: Path2D
  /** Something is said of it although it looks well. */
  noted: boolean
  mark: Mark | 'same' | undefined
}

export interface Scene {
  layout: Layout
  nodes: readonly DrawnNode[]
  gateway: { name: string; icon: Path2D }
  /** Stations of the highlighted way, from the device to the gateway. */
  route: readonly string[]
  hovered: string | undefined
  /** Names of all, where there is room. */
  allNames: boolean
  /** Only what is lost is named, on a phone. */
  fewNames: boolean
  colours: Colours
  font: string
  width: number
  height: number
  /** From places of the layout to the canvas. */
  scale: number
  x: number
  y: number
}

const RADIUS = 14
const GATEWAY_RADIUS = 22
const WIDTHS = [1.8, 1.8, 1.8, 3, 4] as const
const MARKS: Record<Mark, { path: string; colour: 'ok' | 'danger' | 'warn' | 'info' }> = {
  appeared: { path: 'M-3 0H3M0-3V3', colour: 'ok' },
  vanished: { path: 'M-2.5-2.5l5 5M-2.5 2.5l5-5', colour: 'danger' },
  weaker: { path: 'M-3-1.5L0 1.5l3-3', colour: 'warn' },
  stronger: { path: 'M-3 1.5L0-1.5l3 3', colour: 'info' },
}

/** Draws the network as it stands. Links first, then stations, then names: a name never covers a station. */
export function draw(canvas: CanvasRenderingContext2D, scene: Scene, ratio: number): void {
  const { width, height, scale, x, y, layout, nodes, route, colours } = scene
  canvas.setTransform(ratio, 0, 0, ratio, 0, 0)
  canvas.clearRect(0, 0, width, height)
  const at = (id: string): { x: number; y: number } | undefined => {
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
  for (const { node, mark } of nodes) {
    const from = at(node.id)
    const to = at(layout.placed.get(node.id)?.over ?? '')
    if (!from || !to) continue
    const gone = node.standing === 'lost' || node.expired
    const weak = node.level === 1
    canvas.globalAlpha = faded && !onRoute.has(node.id) ? 0.45 : 1
    canvas.strokeStyle =
      mark !== undefined && mark !== 'same'
        ? colours[MARKS[mark].colour]
        : gone
          ? colours.danger
          : weak
            ? colours.warn
            : colours['line-control']
    canvas.lineWidth = WIDTHS[node.level]
    canvas.setLineDash(gone ? [4, 4] : [])
    canvas.beginPath()
    canvas.moveTo(from.x, from.y)
    canvas.lineTo(to.x, to.y)
    canvas.stroke()
  }
  canvas.setLineDash([])
  for (const drawn of nodes) {
    const point = at(drawn.node.id)
    if (!point) continue
    canvas.globalAlpha = faded && !onRoute.has(drawn.node.id) ? 0.62 : 1
    station(canvas, drawn, point, colours, onRoute.has(drawn.node.id))
  }
  canvas.globalAlpha = 1
  const centre = at('')
  if (centre) {
    disc(canvas, centre, GATEWAY_RADIUS, colours.primary, colours.surface, 4)
    glyph(canvas, scene.gateway.icon, centre, 24, colours['on-primary'])
  }
  names(canvas, scene, at)
}

function disc(
  canvas: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  radius: number,
  fill: string | undefined,
  stroke: string,
  width: number,
): void {
  canvas.beginPath()
  canvas.arc(x, y, radius, 0, 2 * Math.PI)
  if (fill !== undefined) {
    canvas.fillStyle = fill
    canvas.fill()
  }
  canvas.strokeStyle = stroke
  canvas.lineWidth = width
  canvas.stroke()
}

function glyph(
  canvas: CanvasRenderingContext2D,
  icon: Path2D,
  { x, y }: { x: number; y: number },
  size: number,
  colour: string,
): void {
  canvas.save()
  canvas.translate(x - size / 2, y - size / 2)
  canvas.scale(size / 24, size / 24)
  canvas.strokeStyle = colour
  canvas.lineWidth = 1.9
  canvas.lineJoin = 'round'
  canvas.stroke(icon)
  canvas.restore()
}

function station(
  canvas: CanvasRenderingContext2D,
  { node, icon, noted, mark }: DrawnNode,
  point: { x: number; y: number },
  colours: Colours,
  onRoute: boolean,
): void {
  const lost = node.standing === 'lost'
  const weak = node.standing === 'weak'
  const filled = node.forwards && !lost && mark !== 'same'
  const marked = mark !== undefined && mark !== 'same' ? MARKS[mark] : undefined
  if (lost) canvas.setLineDash([3, 3])
  const edge = marked
    ? colours[marked.colour]
    : lost
      ? colours.danger
      : weak
        ? colours.warn
        : filled
          ? colours['text-muted']
          : colours['line-control']
  disc(canvas, point, RADIUS, filled ? colours['text-muted'] : colours.surface, edge, weak || lost ? 2 : 1.3)
  canvas.setLineDash([])
  const ink = lost
    ? colours['danger-text']
    : filled
      ? colours.surface
      : weak
        ? colours['warn-text']
        : colours['text-muted']
  glyph(canvas, icon, point, 15, ink)
  if (noted && !weak && !lost && mark === undefined) {
    canvas.setLineDash([2, 4])
    disc(canvas, point, RADIUS + 4, undefined, colours.warn, 2)
    canvas.setLineDash([])
  }
  if (onRoute) disc(canvas, point, RADIUS + 3, undefined, colours.primary, 2)
  if (marked) {
    const tip = { x: point.x + 11, y: point.y - 11 }
    disc(canvas, tip, 7, colours[marked.colour], colours.surface, 1.5)
    canvas.save()
    canvas.translate(tip.x, tip.y)
    canvas.strokeStyle = colours.surface
    canvas.lineWidth = 1.6
    canvas.stroke(new Path2D(marked.path))
    canvas.restore()
  }
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const NAME_HEIGHT = 14

function names(
  canvas: CanvasRenderingContext2D,
  { nodes, gateway, route, hovered, allNames, fewNames, colours, font, width, height }: Scene,
  at: (id: string) => { x: number; y: number } | undefined,
): void {
  const around = (id: string, radius: number): Box[] => {
    const point = at(id)
    return point
      ? [{ left: point.x - radius, right: point.x + radius, top: point.y - radius, bottom: point.y + radius }]
      : []
  }
  const taken = [...around('', GATEWAY_RADIUS), ...nodes.flatMap(({ node }) => around(node.id, RADIUS))]
  canvas.textAlign = 'center'
  canvas.textBaseline = 'middle'
  canvas.lineJoin = 'round'
  const write = (id: string, name: string, radius: number, colour: string, strong: boolean): void => {
    const point = at(id)
    if (!point) return
    canvas.font = `${strong ? 600 : 400} ${font}`
    const short = name.length > 22 ? `${name.slice(0, 21)}…` : name
    const half = canvas.measureText(short).width / 2 + 2
    const off = radius + 10
    const places = [
      [0, off],
      [0, -off],
      [radius + 6 + half, 0],
      [-radius - 6 - half, 0],
    ] as const
    for (const [dx, dy] of places) {
      const [cx, cy] = [point.x + dx, point.y + dy]
      const box = {
        left: cx - half,
        right: cx + half,
        top: cy - NAME_HEIGHT / 2,
        bottom: cy + NAME_HEIGHT / 2,
      }
      const inside = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height
      if (!inside || taken.some((other) => meet(box, other))) continue
      taken.push(box)
      canvas.strokeStyle = colours.surface
      canvas.lineWidth = 3.5
      canvas.strokeText(short, cx, cy)
      canvas.fillStyle = colour
      canvas.fillText(short, cx, cy)
      return
    }
  }
  const onRoute = new Set(route)
  const important = ({ node, noted, mark }: DrawnNode): number =>
    node.id === hovered || onRoute.has(node.id)
      ? 4
      : node.standing === 'lost'
        ? 3
        : noted || (mark && mark !== 'same')
          ? 2
          : 1
  write('', gateway.name, GATEWAY_RADIUS, colours.text, true)
  for (const drawn of nodes.toSorted((a, b) => important(b) - important(a))) {
    const { node, name } = drawn
    const rank = important(drawn)
    if (fewNames ? rank < 3 : rank < 2 && !node.forwards && !allNames) continue
    const colour =
      node.standing === 'lost'
        ? colours['danger-text']
        : node.standing === 'weak'
          ? colours['warn-text']
          : rank === 4
            ? colours.text
            : colours['text-muted']
    write(node.id, name, RADIUS, colour, rank === 4)
  }
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
