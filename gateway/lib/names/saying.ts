import type { CatalogueSaying } from '#schemas/generated/entities/catalogue-saying.ts'

/** A text of locales/<language>/faults.json with its values put in. */
type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string

/** Lists of which one is to be chosen; of others, all are meant. */
const EITHER: ReadonlySet<string> = new Set(['takes', 'kinds', 'types'])
const EACH: ReadonlySet<string> = new Set(['languages'])

/** `a, b or c` */
function joined(list: readonly string[], by: 'either' | 'each', say: Say): string {
  const last = list.at(-1) ?? ''
  return list.length < 2 ? last : say(`faults.list.${by}`, { some: list.slice(0, -1).join(', '), last })
}

function wordOf(name: string, value: unknown, say: Say): unknown {
  if (name === 'type') return say(`faults.types.${String(value)}`)
  if (name === 'form') return say(`faults.forms.${String(value)}`)
  if (!Array.isArray(value)) return value
  const words = value.map((one) => (name === 'types' ? say(`faults.types.${String(one)}`) : String(one)))
  if (EITHER.has(name)) return joined(words, 'either', say)
  return EACH.has(name) ? joined(words, 'each', say) : words.join(', ')
}

/** What a check has to say, in the language of `say`: its code is the key of the sentence. */
export function sayingIn({ code, ...values }: CatalogueSaying, say: Say): string {
  const field = 'field' in values ? values.field : undefined
  return say(`faults.${code}`, {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wordOf(name, value, say)])),
    subject: field === undefined ? say('faults.file') : `"${field}"`,
  })
}

/** The same with what was probably meant. */
export function problemIn(
  { says, remedy }: { says: CatalogueSaying; remedy?: CatalogueSaying },
  say: Say,
): string {
  const sentence = sayingIn(says, say)
  return remedy === undefined ? sentence : `${sentence} (${sayingIn(remedy, say)})`
}
