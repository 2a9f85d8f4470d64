import { commonValueKey, propertyKey, valueKey } from '#gateway/lib/models/text-keys.ts'
import { alikeOf } from '#gateway/lib/names/names.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { CatalogueSaying } from '#schemas/generated/entities/catalogue-saying.ts'
import type { Fault, Pointer } from '#server/catalogue/check/fault.ts'
import { nearest } from '#server/catalogue/check/nearest.ts'
import { type Texts, textsBelow } from '#server/catalogue/studio/texts.ts'

/** Words that a model needs and a language lacks: of its properties, of their values, its help. */
export function missingTexts(
  { properties = [], services = {}, helpTextKey, words }: DeviceModel,
  shared: Texts,
): Fault[] {
  const own = new Map(
    Object.entries(words ?? {}).map(([language, areas]) => [language, textsBelow(areas)] as const),
  )
  const texts = withOwn(shared, own)
  const faults: Fault[] = []
  const need = (at: Pointer, ...keys: readonly [string, ...string[]]) => {
    const lacking = [...texts]
      .filter(([, known]) => !keys.some((key) => known.has(key)))
      .map(([language]) => language)
    if (lacking.length === 0) return
    const [key] = keys
    const area = key.slice(0, key.indexOf('.') + 1)
    const remedy: CatalogueSaying = nearKey(key, texts) ?? {
      code: 'remedy.addText',
      file: `locales/<language>/${area}json`,
    }
    faults.push({ at, says: { code: 'text.missing', name: key, languages: lacking.toSorted() }, remedy })
  }
  for (const [language, said] of own)
    for (const key of said.keys()) {
      const at = ['words', language, ...key.split('.')]
      const languages = [...texts].flatMap(([one, known]) => (known.has(key) ? [] : [one]))
      if (shared.get(language)?.has(key)) faults.push({ at, says: { code: 'text.said', name: key } })
      else if (languages.length > 0) faults.push({ at, says: { code: 'text.missing', name: key, languages } })
    }
  if (helpTextKey !== undefined) need(['helpTextKey'], `help.${helpTextKey}`)
  for (const [index, { service, property, options }] of properties.entries()) {
    const at = ['properties', index]
    if (options.translateServiceDifferent !== undefined)
      need([...at, 'options', 'translateServiceDifferent'], options.translateServiceDifferent)
    else if (!labelled(services, service, property) && !isAlike({ service, property }, texts))
      need([...at, 'property'], propertyKey(service, property))
  }
  for (const [service, { properties: values }] of Object.entries(services)) {
    for (const [property, value] of Object.entries(values)) {
      for (const { word, at } of wordsOf(value))
        need(
          ['services', service, 'properties', property, ...at],
          valueKey(service, property, word),
          commonValueKey(word),
        )
    }
  }
  return faults
}

/** What all languages say, and what a model says beside. Most say nothing, and the texts of a catalogue are many. */
const withOwn = (shared: Texts, own: Texts): Texts =>
  own.size === 0
    ? shared
    : new Map(
        [...shared].map(([language, known]) => [language, new Map([...(own.get(language) ?? []), ...known])]),
      )

/** A service of which no language knows anything is rather a slip than something to be named. */
function nearService(key: string, all: readonly string[]): CatalogueSaying | undefined {
  const [area = '', service = ''] = key.split('.')
  const services = new Set(
    all.filter((name) => name.startsWith(`${area}.`)).map((name) => name.split('.')[1] ?? ''),
  )
  const near = services.has(service) ? undefined : nearest(service, services)
  return near === undefined ? undefined : { code: 'remedy.meantService', name: near }
}

/** One of several alike needs no text of its own: every language names them all, and which of them it is. */
const isAlike = (named: { service: string; property: string }, texts: Texts): boolean =>
  [...texts.values()].every(
    (known) => alikeOf(named, { say: (key, fallback) => (known.has(key) ? key : fallback) }) !== undefined,
  )

/** The key with a slip in its last part, if there is one. */
function nearKey(key: string, texts: Texts): CatalogueSaying | undefined {
  const stem = key.slice(0, key.lastIndexOf('.') + 1)
  const all = [...texts.values()].flatMap((known) => [...known.keys()])
  const beside = all.filter((name) => name.startsWith(stem))
  if (beside.length === 0) return nearService(key, all)
  const near = nearest(
    key.slice(stem.length),
    beside.map((name) => name.slice(stem.length)),
  )
  return near === undefined ? undefined : { code: 'remedy.meant', name: `${stem}${near}` }
}

function labelled(
  services: NonNullable<DeviceModel['services']>,
  service: string,
  property: string,
): boolean {
  const values = Object.hasOwn(services, service) ? services[service]?.properties : undefined
  return values !== undefined && Object.hasOwn(values, property) && values[property]?.label !== undefined
}

function wordsOf({ kind, options = [], on, off }: Value): { word: string | number | boolean; at: Pointer }[] {
  const listed = options.flatMap(({ value, label }, index) =>
    label === undefined ? [{ word: value, at: ['options', index, 'value'] }] : [],
  )
  if (kind !== 'bool') return listed
  return [
    ...listed,
    ...(on === undefined ? [] : [{ word: on, at: ['on'] }]),
    ...(off === undefined ? [] : [{ word: off, at: ['off'] }]),
  ]
}
