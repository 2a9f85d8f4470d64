/** One area's file: nested keys, `{{name}}`, plurals as `key_one` and `key_other`, and `key_zero` where nothing is said otherwise. */
export interface Texts {
  readonly [key: string]: string | Texts
}

export type Values = Readonly<Record<string, unknown>>

type Tree = Record<string, string | Texts>

/**
 * Every text that has come, below its area, by the tag of its language, in i18next's own shape; those that a deployment
 * has of its own stand in the place of those that are shipped.
 */
export type Kept = Record<string, { own?: Texts; texts: Tree }>

export type Read = (tag: string, key: string, values?: Values) => string

/** A mark that a text was asked for before it had come; a journey looks for them on every page (e2e/support/raw-keys.ts). */
const MISSED = 'text-missed'

export const lastWord = (key: string): string => key.slice(key.lastIndexOf('.') + 1)

/** A missing text would be a fault of ours; tests prove that there is none, and people get the last word of its key. */
export function missed(key: string): string {
  performance.mark(MISSED, { detail: key })
  return lastWord(key)
}

/** Puts texts into those that are there, branch by branch. */
export function merge(into: Tree, texts: Texts): void {
  for (const [key, text] of Object.entries(texts)) {
    const known = into[key]
    if (typeof text === 'string') into[key] = text
    else {
      // What a file brought stays as it came: its module hands it out again.
      const own = typeof known === 'object' ? { ...known } : {}
      merge(own, text)
      into[key] = own
    }
  }
}

function find(texts: Texts | undefined, key: string): string | Texts | undefined {
  let at: string | Texts | undefined = texts
  for (const name of key.split('.')) {
    if (typeof at !== 'object' || !Object.hasOwn(at, name)) return undefined
    at = at[name]
  }
  return at
}

export function plain(kept: Kept, tag: string, key: string): string | undefined {
  const found = [kept[tag]?.own, kept[tag]?.texts].map((some) => find(some, key))
  return found.find((text) => typeof text === 'string')
}

const HOLE = /\{\{(\w+)\}\}/g

/** Whether there is such a text, plain or in plural forms. */
export const knows = (kept: Kept, tag: string, key: string): boolean =>
  plain(kept, tag, key) !== undefined || plain(kept, tag, `${key}_other`) !== undefined

/** Nothing leaves nothing; what is not given leaves its hole. */
const inHole = (hole: string, value: unknown): string => String(value === undefined ? hole : (value ?? ''))

const rules = new Map<string, Intl.PluralRules>()

function formOf(tag: string, count: number): string {
  const known = rules.get(tag) ?? new Intl.PluralRules(tag)
  rules.set(tag, known)
  return known.select(count)
}

/** From here on figures stand in groups. */
const GROUPED = 1000

/** A count as its language writes it. Smaller ones are written so already: `Intl` takes long to load its data. */
export function written(tag: string, values: Values): Values {
  const { count } = values
  return typeof count === 'number' && count >= GROUPED
    ? { ...values, count: count.toLocaleString(tag) }
    : values
}

/**
 * Reads texts as i18next does, which comes after what is drawn first (decision 0150): the form for a count, the values
 * in their holes. What stands in a value is never taken for a text of ours.
 */
export const readerOf =
  (kept: Kept): Read =>
  (tag, key, values) => {
    const count = values?.count
    const forms =
      typeof count === 'number' ? [...(count === 0 ? ['_zero'] : []), `_${formOf(tag, count)}`, ''] : ['']
    const put = values && written(tag, values)
    for (const some of [kept[tag]?.own, kept[tag]?.texts])
      for (const form of forms) {
        const text = find(some, `${key}${form}`)
        if (typeof text === 'object') return lastWord(key)
        if (text !== undefined)
          return put ? text.replace(HOLE, (hole, name: string) => inHole(hole, put[name])) : text
      }
    return missed(key)
  }
