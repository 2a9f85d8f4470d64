import type { Colours, DrawnNode, Icon, Mark, Point, Scene } from './draw.ts'

export const RADIUS = 14
export const GATEWAY_RADIUS = 22
/** Rings and marks reach beyond the station. */
const AROUND = { width: 2 * RADIUS + 14, height: 2 * RADIUS + 14 }
const AROUND_GATEWAY = { width: 2 * GATEWAY_RADIUS + 6, height: 2 * GATEWAY_RADIUS + 6 }
const ORIGIN = { x: 0, y: 0 }
export const MARKS: Record<Mark, { path: string; colour: 'ok' | 'danger' | 'warn' | 'info' }> = {
  appeared: { path: 'M-3 0H3M0-3V3', colour: 'ok' },
  vanished: { path: 'M-2.5-2.5l5 5M-2.5 2.5l5-5', colour: 'danger' },
  weaker: { path: 'M-3-1.5L0 1.5l3-3', colour: 'warn' },
  stronger: { path: 'M-3 1.5L0-1.5l3 3', colour: 'info' },
}

/** The gateway, in the middle. */
export function gatewayStation(
  canvas: CanvasRenderingContext2D,
  { sprites, colours, gateway }: Scene,
  point: Point,
): void {
  sprites.draw(canvas, 'gateway', point, AROUND_GATEWAY, (pen) => {
    disc(pen, ORIGIN, GATEWAY_RADIUS, colours.primary, colours.surface, 4)
    glyph(pen, gateway.icon, ORIGIN, 24, colours['on-primary'])
  })
}

/** A device: how it is reached by its edge, what it does in the network by its face. */
export function station(
  canvas: CanvasRenderingContext2D,
  { sprites, colours }: Scene,
  drawn: DrawnNode,
  point: Point,
  onRoute: boolean,
): void {
  const { node, icon, noted, mark } = drawn
  const key = [icon.name, node.standing, node.forwards, noted, mark, onRoute].join()
  sprites.draw(canvas, key, point, AROUND, (pen) => face(pen, drawn, colours, onRoute))
}

function face(
  canvas: CanvasRenderingContext2D,
  { node, icon, noted, mark }: DrawnNode,
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
  disc(canvas, ORIGIN, RADIUS, filled ? colours['text-muted'] : colours.surface, edge, weak || lost ? 2 : 1.3)
  canvas.setLineDash([])
  const ink = lost
    ? colours['danger-text']
    : filled
      ? colours.surface
      : weak
        ? colours['warn-text']
        : colours['text-muted']
  glyph(canvas, icon, ORIGIN, 15, ink)
  if (noted && !weak && !lost && mark === undefined) {
    canvas.setLineDash([2, 4])
    disc(canvas, ORIGIN, RADIUS + 4, undefined, colours.warn, 2)
    canvas.setLineDash([])
  }
  if (onRoute) disc(canvas, ORIGIN, RADIUS + 3, undefined, colours.primary, 2)
  if (marked) {
    const tip = { x: 11, y: -11 }
    disc(canvas, tip, 7, colours[marked.colour], colours.surface, 1.5)
    canvas.save()
    canvas.translate(tip.x, tip.y)
    canvas.strokeStyle = colours.surface
    canvas.lineWidth = 1.6
    canvas.stroke(new Path2D(marked.path))
    canvas.restore()
  }
}

function disc(
  canvas: CanvasRenderingContext2D,
  { x, y }: Point,
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
  { path }: Icon,
  { x, y }: Point,
  size: number,
  colour: string,
): void {
  canvas.save()
  canvas.translate(x - size / 2, y - size / 2)
  canvas.scale(size / 24, size / 24)
  canvas.strokeStyle = colour
  canvas.lineWidth = 1.9
  canvas.lineJoin = 'round'
  canvas.stroke(path)
  canvas.restore()
}
