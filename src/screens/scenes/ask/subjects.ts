import type { DeviceHead } from '#engine/ports.ts'
import { foundBy } from '#gateway/rules/targets/targets.ts'
import type { TargetPlace } from '#schemas/generated/entities/rule.ts'
import { vocabulary } from '../builder/offered/vocabulary.ts'
import { housedAt } from '../housed.ts'
import type { Facts } from './lexicon.ts'
import { meant, type Piece, plays } from './read.ts'

/** Devices that were named together: one of them is meant, or each where all are. */
export interface Mention {
  piece: Piece
  heads: readonly DeviceHead[]
  /** Its name was said, and not only a word of it. */
  whole: boolean
}

/** Who a part of a sentence is about. */
export interface Subjects {
  mentions: readonly Mention[]
  kinds: readonly string[]
  places: readonly TargetPlace[]
  properties: readonly string[]
  /** A value was named by a word that means nothing else: no other is meant. */
  firm: boolean
  except: readonly Mention[]
  all: boolean
}

const isIn = ({ room }: DeviceHead, place: TargetPlace): boolean =>
  'room_id' in place ? room?.id === place.room_id : room?.floorId === place.floor_id

export const inAny = (head: DeviceHead, places: readonly TargetPlace[]): boolean =>
  places.length === 0 || places.some((place) => isIn(head, place))

/** Devices of a kind, wherever they are. */
export function ofKind(kind: string, heads: readonly DeviceHead[]): DeviceHead[] {
  const sets = vocabulary.kinds.find(({ id }) => id === kind)?.sets ?? []
  const housed = heads.map(housedAt)
  const ids = new Set(
    sets.flatMap((one) =>
      foundBy({ id: 'x', kind, sets: one.id }, {}, housed, vocabulary).map(({ device }) => device),
    ),
  )
  return heads.filter(({ id }) => ids.has(id))
}

export function subjectsOf(pieces: readonly Piece[], { heads }: Facts): Subjects {
  const cut = pieces.findIndex((piece) => plays(piece, 'except'))
  const [before, behind] = cut < 0 ? [pieces, []] : [pieces.slice(0, cut), pieces.slice(cut + 1)]
  const places = before.flatMap((piece) => meant(piece, 'place')?.place ?? [])
  const mention = (piece: Piece): Mention[] => {
    const device = meant(piece, 'device')
    const ids = device?.ids ?? piece.named
    if (!ids) return []
    const found = heads.filter(({ id }) => ids.includes(id))
    const near = found.filter((head) => inAny(head, places))
    return [{ piece, heads: near.length > 0 ? near : found, whole: device !== undefined }]
  }
  const mentions = before.flatMap(mention)
  return {
    mentions,
    // "Deckenlampe Küche": the device is meant, and not all of its kind.
    kinds: mentions.length > 0 ? [] : before.flatMap((piece) => meant(piece, 'kind')?.kind ?? []),
    places,
    properties: before.flatMap((piece) => meant(piece, 'property')?.name ?? []),
    firm: before.some(
      ({ meanings }) =>
        meanings.some(({ is }) => is === 'property') &&
        meanings.every(({ is }) => is === 'property' || is === 'quote'),
    ),
    except: behind.flatMap(mention),
    all: before.some((piece) => plays(piece, 'all')),
  }
}

export const hasSubject = ({ mentions, kinds, places, properties }: Subjects): boolean =>
  mentions.length + kinds.length + places.length + properties.length > 0
