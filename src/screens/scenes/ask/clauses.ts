import { meant, type Piece, plays } from './read.ts'

/** A part of a sentence: something that happens, that must hold, or that is done. */
export interface Clause {
  mode: 'when' | 'if' | 'act'
  pieces: Piece[]
  /** How it goes on from the one before. */
  joint: 'or' | 'and' | undefined
}

const isOrder = (piece: Piece): boolean =>
  plays(piece, 'act', 'tell', 'run', 'toggle', 'ramp') ||
  piece.meanings.some((one) => one.is === 'state' && one.ordered)

const isThing = (piece: Piece): boolean =>
  meant(piece, 'kind') !== undefined || meant(piece, 'device') !== undefined || piece.named !== undefined

/** Whether it says all that something must be so. */
function isComplete(pieces: readonly Piece[]): boolean {
  return pieces.some(
    (one) =>
      meant(one, 'value') !== undefined ||
      meant(one, 'status') !== undefined ||
      meant(one, 'moment') !== undefined ||
      meant(one, 'beyond') !== undefined ||
      meant(one, 'window') !== undefined ||
      meant(one, 'span') !== undefined ||
      plays(one, ...ENDS) ||
      one.meanings.some((state) => state.is === 'state' && !state.soft) ||
      (meant(one, 'number') !== undefined && pieces.some((other) => plays(other, ...MEASURED))),
  )
}

/** "Wenn das Fenster zu ist," says all, where a comma follows: `zu` by itself may also begin what is said next. */
function endsWithState(pieces: readonly Piece[]): boolean {
  const last = pieces.findLast((one) => !saysNothing(one))
  return last?.meanings.some(({ is }) => is === 'state') === true && pieces.some(isThing)
}

const MEASURED = ['above', 'below', 'between', 'orMore', 'orLess', 'rises', 'drops', 'changes'] as const

const ENDS = ['silent', 'over', 'inVain'] as const

const saysNothing = (piece: Piece): boolean =>
  piece.meanings.length > 0 && piece.meanings.every((one) => one.is === 'role' && one.role === 'filler')

/** `loose`: what is done may follow at once, with nothing in between: "wenn die Türe aufgeht Licht an". */
export function clausesOf(pieces: readonly Piece[], loose: boolean): Clause[] {
  const all: Clause[] = []
  let now: Clause = { mode: 'act', pieces: [], joint: undefined }
  const next = (mode: Clause['mode'], joint?: Clause['joint']): void => {
    if (now.pieces.some((piece) => !saysNothing(piece))) all.push(now)
    now = { mode, pieces: [], joint }
  }
  const openRange = (): boolean =>
    now.pieces.some((one) => plays(one, 'between')) && !now.pieces.some((one) => plays(one, 'and'))
  pieces.forEach((piece, at) => {
    const complete = now.mode !== 'act' && isComplete(now.pieces)
    if (plays(piece, 'onlyIf')) next('if')
    else if (plays(piece, 'when')) next(now.mode === 'if' && now.pieces.length === 0 ? 'if' : 'when')
    else if (plays(piece, 'then')) next('act')
    else if (meant(piece, 'comma')) {
      // "Wenn Küche, Bad oder Keller nass wird": a list goes on; whatever nobody understands ends.
      const said = now.mode !== 'act' && endsWithState(now.pieces)
      const ends = complete || said || now.pieces.some(({ unknown }) => unknown)
      const list = now.mode !== 'act' && !ends && now.pieces.some((one) => !saysNothing(one))
      next(ends ? 'act' : now.mode, list ? 'or' : undefined)
    } else if (plays(piece, 'and') && openRange()) now.pieces.push(piece)
    else if (plays(piece, 'and')) {
      const behind = pieces[at + 1]
      next(complete && behind && isOrder(behind) ? 'act' : now.mode, 'and')
    } else if (plays(piece, 'or')) next(now.mode, 'or')
    else {
      if (complete && (isOrder(piece) || (loose && isThing(piece)))) next('act')
      now.pieces.push(piece)
    }
  })
  next('act')
  return all
}
