import type { DeviceHead, DeviceLink } from '#engine/doors.ts'
import { mainOf, type Part, partsOf } from '#engine/property/address.ts'
import { whyDisabled } from '#engine/property/availability.ts'
import { readPart } from '#engine/property/words-of.ts'
import type { WidgetRegistry } from '#engine/widget.ts'
import { plainLetters } from '#gateway/lib/letters.ts'
import type { Text } from '#i18n/useText.ts'
import type { useWords } from '#i18n/useWords.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { iconNamed } from '#ui/Icon.tsx'
import { toasts } from '#ui/toasts.ts'
import type { Command } from './find.ts'

interface Parts {
  link: DeviceLink
  widgets: WidgetRegistry
  text: Text
  words: ReturnType<typeof useWords>
  staleSince: number | undefined
  forbidden: boolean | undefined
}

/** What is switched on a device's tile, where that is on or off and nothing has to be held or asked first. */
function switchOf({ layout }: DeviceHead): { part: Part; placed: Placed } | undefined {
  for (const placed of layout ? mainOf(layout.tile) : [])
    for (const part of partsOf(placed))
      if (part.value.kind === 'bool' && part.value.access.includes('write')) return { part, placed }
  return undefined
}

const sides = ({ on = true, off = false }: Value) => [on, off] as const

const wordsOf = (text: string): readonly string[] => plainLetters(text).split(/\s+/).filter(Boolean)

/**
 * Devices switched the way the search says: one of its words is what one calls switching on or off, the others lead to the
 * device by its name, its room or what it is. Whoever types only a name opens its page.
 */
export function deviceCommands(search: string, heads: readonly DeviceHead[], parts: Parts): Command[] {
  const { link, widgets, text, words, staleSince, forbidden } = parts
  const { t, say } = text
  const sought = wordsOf(search)
  const moment = (at: number): string => words.moment(at, Date.now())
  return heads.flatMap((head) => {
    const found = switchOf(head)
    if (!found) return []
    const { part, placed } = found
    const kind = say(`shell.command.also.${head.type}`, '')
    const about = plainLetters(`${head.name} ${head.room?.name ?? ''} ${kind}`)
    const why = whyDisabled(head, [part.value], staleSince, text, moment, forbidden)
    return sides(part.value).flatMap((value, side): Command[] => {
      const state = readPart(part, placed, value, widgets, words).text
      const called = t(side === 0 ? 'shell.command.also.on' : 'shell.command.also.off')
      const switching = new Set(wordsOf(`${called} ${state}`))
      const rest = sought.filter((word) => !switching.has(word))
      const meant =
        rest.length > 0 && rest.length < sought.length && rest.every((word) => about.includes(word))
      if (!meant) return []
      const named = t('shell.command.set', { name: head.name, value: state })
      return [
        {
          id: `set ${head.id} ${side}`,
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
