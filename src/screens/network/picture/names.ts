import type { DrawnNode, Point, Scene } from './draw.ts'
import { GATEWAY_RADIUS, RADIUS } from './stations.ts'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const boxAt = ({ x, y }: Point, halfWidth: number, halfHeight: number): Box => ({
  left: x - halfWidth,
  right: x + halfWidth,
  top: y - halfHeight,
  bottom: y + halfHeight,
})

const CELL = 64

/** What of the canvas is taken. Only what stands near is compared: all with all would take longer than a frame has. */
class Taken {
  readonly #cells = new Map<string, Box[]>()

  add(box: Box): void {
    for (const cell of cellsOf(box)) {
      const there = this.#cells.get(cell) ?? []
      this.#cells.set(cell, there)
      there.push(box)
    }
  }

  meets(box: Box): boolean {
    return cellsOf(box).some((cell) => this.#cells.get(cell)?.some((other) => meet(box, other)))
  }
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function cellsOf({ left, right, top, bottom }: Box): string[] {
  const cells: string[] = []
  for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++)
    for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row++)
      cells.push(`${column} ${row}`)
  return cells
}

const NAME_HEIGHT = 14
const MOST_LETTERS = 22
const HALO = 3.5

/** Names where there is room for them: a name never covers a station or another name. */
export function names(
  canvas: CanvasRenderingContext2D,
  { nodes, gateway, route, hovered, allNames, fewNames, colours, font, width, height, sprites }: Scene,
  at: (id: string) => Point | undefined,
): void {
  const taken = new Taken()
  const stands = (id: string, radius: number): void => {
    const point = at(id)
    if (point) taken.add(boxAt(point, radius, radius))
  }
  stands('', GATEWAY_RADIUS)
  for (const { node } of nodes) stands(node.id, RADIUS)
  const write = (id: string, name: string, radius: number, colour: string, strong: boolean): void => {
    const point = at(id)
    if (!point) return
    const weighted = `${strong ? 600 : 400} ${font}`
    const short = name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name
    const half = sprites.widthOf(canvas, weighted, short) / 2 + 2
    const off = radius + 10
    const places = [
      [0, off],
      [0, -off],
      [radius + 6 + half, 0],
      [-radius - 6 - half, 0],
    ] as const
    for (const [dx, dy] of places) {
      const centre = { x: point.x + dx, y: point.y + dy }
      const box = boxAt(centre, half, NAME_HEIGHT / 2)
      const inside = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height
      if (!inside || taken.meets(box)) continue
      taken.add(box)
      const size = { width: 2 * (half + HALO), height: NAME_HEIGHT + 2 * HALO }
      sprites.draw(canvas, `${weighted} ${colour} ${short}`, centre, size, (pen) => {
        pen.font = weighted
        pen.textAlign = 'center'
        pen.textBaseline = 'middle'
        pen.lineJoin = 'round'
        pen.strokeStyle = colours.surface
        pen.lineWidth = HALO
        pen.strokeText(short, 0, 0)
        pen.fillStyle = colour
        pen.fillText(short, 0, 0)
      })
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
