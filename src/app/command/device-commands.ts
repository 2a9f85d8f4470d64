import type { DeviceHead, DeviceLink } from '#engine/ports.ts'
import { mainOf, onTile, type Part, partKey, partsOf } from '#engine/property/state/address.ts'
import { whyDisabled } from '#engine/property/state/availability.ts'
import { readPart } from '#engine/property/state/words-of.ts'
import type { RawValue, WidgetRegistry } from '#engine/widget.ts'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import type { Text } from '#i18n/useText.ts'
import type { useWords } from '#i18n/useWords.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { iconNamed } from '#ui/Icon.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import type { Command } from './find.ts'

interface Parts {
  link: DeviceLink
  widgets: WidgetRegistry
  text: Text
  words: ReturnType<typeof useWords>
  homeZone: string | undefined
  staleSince: number | undefined
  forbidden: boolean | undefined
  /** Outside the hours at which the home is shared. */
  shut?: Parameters<typeof whyDisabled>[0]['shut']
}

interface Order {
  part: Part
  placed: Placed
  value: RawValue
  /** What one calls the order as well. */
  called: string
}

/** Has to be held or asked first, wherever on the device it stands. */
function guardedOf({ tile, sections }: DeviceLayout, widgets: WidgetRegistry): ReadonlySet<string> {
  const all = [...onTile(tile), ...Object.values(sections).flat()]
  return new Set(
    all
      .filter(({ options }) => options.guarded || widgets.get(options.propertyType)?.guarded)
      .flatMap((placed) => partsOf(placed).map(partKey)),
  )
}

/** What a device's tile can be told in a word: on and off, else those of its orders that have one. */
function ordersOf({ layout }: DeviceHead, { widgets, text: { t, say } }: Parts): readonly Order[] {
  if (!layout) return []
  const guarded = guardedOf(layout, widgets)
  const able = mainOf(layout.tile).flatMap((placed) =>
    partsOf(placed)
      .filter((part) => part.value.access.includes('write') && !guarded.has(partKey(part)))
      .map((part) => ({ part, placed })),
  )
  const word = (value: Plain): string => say(`shell.command.also.value.${String(value).toLowerCase()}`, '')
  const switched = able.find(({ part }) => part.value.kind === 'bool')
  if (switched) {
    const { on = true, off = false } = switched.part.value
    return [
      { ...switched, value: on, called: `${t('shell.command.also.on')} ${word(on)}` },
      { ...switched, value: off, called: `${t('shell.command.also.off')} ${word(off)}` },
    ]
  }
  for (const one of able) {
    if (one.part.value.kind !== 'option') continue
    const orders = (one.part.value.options ?? []).map(({ value }) => ({ ...one, value, called: word(value) }))
    const said = orders.filter(({ called }) => called !== '')
    if (said.length > 0) return said
  }
  return []
}

type Plain = string | number | boolean

const wordsOf = (text: string): readonly string[] => plainLetters(text).split(/\s+/).filter(Boolean)

/**
 * Devices told what the search says: one of its words is what one calls the order, the others lead to the device by its
 * name, its room or what it is. Whoever types only a name opens its page.
 */
export function deviceCommands(search: string, heads: readonly DeviceHead[], parts: Parts): Command[] {
  const { link, widgets, text, words, homeZone, staleSince, forbidden, shut } = parts
  const { t, say } = text
  const sought = wordsOf(search)
  const moment = (at: number, zone = homeZone): string => words.moment(at, Date.now(), zone)
  return heads.flatMap((head) => {
    const kind = say(`shell.command.also.${head.type}`, '')
    const about = plainLetters(`${head.name} ${head.room?.name ?? ''} ${kind}`)
    return ordersOf(head, parts).flatMap(({ part, placed, value, called }, at): Command[] => {
      const state = readPart(part, placed, value, widgets, words).text
      const ordering = new Set(wordsOf(`${called} ${state}`))
      const rest = sought.filter((word) => !ordering.has(word))
      const meant =
        rest.length > 0 && rest.length < sought.length && rest.every((word) => about.includes(word))
      if (!meant) return []
      const why = whyDisabled(
        { device: head, values: [part.value], staleSince, forbidden, shut },
        text,
        moment,
      )
      const named = t('shell.command.set', { name: head.name, value: state })
      return [
        {
          id: `set ${head.id} ${at}`,
          group: 'actions',
          text: named,
          ...(head.room && { note: head.room.name }),
          also: `${kind} ${called}`,
          icon: iconNamed(head.icon),
          ...(why && { why, note: why }),
          run: () => {
            link.send({ device: head.id, service: part.service, property: part.property }, value)
            toasts.show({ text: t('shell.command.sent', { command: named }), about: [`set ${head.id}`] })
          },
        },
      ]
    })
  })
}
