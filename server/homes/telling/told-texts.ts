import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOfDevice, piecesOf, valuesIn } from '#gateway/lib/scenes/texts.ts'
import { type Speech, spokenSlot } from '#gateway/rules/speak.ts'
import { slotOfText } from '#gateway/rules/texts/words.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { OwnWords } from '#schemas/generated/entities/device-speech.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { RuleNotification, TextValue, WebCall } from '#schemas/generated/entities/rule.ts'
import type { FoundText } from '#schemas/generated/entities/rule-run.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import { at } from '#server/catalogue/speech/tree.ts'
import { filled } from '#server/filled.ts'
import { type Language, languages } from '#server/lib/language.ts'

/** Texts of locales that values are said with. */
const AREAS = ['sentences', 'units', 'values', 'properties'] as const
const TAGS = { ch_DE: 'de-CH', ch_EN: 'en-CH' } as const satisfies Record<Language, string>
/** Decision 0005: titles of messages have 200 characters, their texts 2000, also once their values stand in them. */
const LONGEST = { title: 200, text: 2000 } as const

interface Parts {
  locales: string
  catalogue: Pick<Catalogue, 'layoutOf'>
  /** The devices of a home, as far as they are known. */
  devices(serialNumber: string): Promise<readonly Device[]>
}

export interface Told {
  title: string
  text: string
}

/** Texts of notifications with what their values are, as each person's tiles say it (decision 0162). */
export class ToldTexts {
  readonly #parts: Parts
  readonly #words: ReadonlyMap<Language, OwnWords>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#words = new Map(
      languages.map((language) => [
        language,
        Object.fromEntries(AREAS.map((area) => [area, read(join(parts.locales, language, `${area}.json`))])),
      ]),
    )
  }

  /** What is sent along with a call: each field by its name; one that is a value and nothing else is that value. */
  async bodyOf(
    serialNumber: string,
    notification: RuleNotification & { call: WebCall },
    found: readonly FoundText[],
    language: Language,
  ): Promise<Record<string, Scalar | null>> {
    const values = valuesIn(notification)
    const layouts = await this.#layoutsOf(serialNumber, values)
    const naming = this.#naming(layouts)
    const speech = this.#speech(language, [...layouts.values()])
    const said = (text: string): Scalar | null => {
      const [one, ...more] = piecesOf(text, values)
      if (one === undefined || typeof one === 'string' || more.length > 0)
        return cut(spokenSlot(slotOfText(text, values, naming, found), speech), LONGEST.text)
      const is = found.find(({ id }) => id === one.id)?.value
      if (typeof is !== 'number' || one.kind !== 'device') return is ?? null
      const { scale = 1, precision } =
        naming.property(one.device_id, one.service_name, one.property_name) ?? {}
      const figure = is * scale
      return Number(precision === undefined ? figure.toPrecision(12) : figure.toFixed(precision))
    }
    return Object.fromEntries(notification.call.fields.map(({ name, text }) => [name, said(text)]))
  }

  #naming(layouts: ReadonlyMap<string, DeviceLayout>) {
    return {
      device: () => undefined,
      property: (id: string, service: string, property: string) =>
        describedIn(layouts.get(id), service, property),
    }
  }

  /** Title and text of a notification, in whichever language. A device that is not known speaks plainly. */
  async of(
    serialNumber: string,
    notification: Pick<RuleNotification, 'short_desc' | 'desc' | 'values'>,
    found: readonly FoundText[],
  ): Promise<(language: Language) => Told> {
    const { short_desc: title = '', desc: text = '' } = notification
    const values = valuesIn(notification)
    if (values.length === 0) return () => ({ title, text })
    const layouts = await this.#layoutsOf(serialNumber, values)
    const naming = this.#naming(layouts)
    return (language) => {
      const speech = this.#speech(language, [...layouts.values()])
      const told = (template: string, longest: number): string =>
        cut(spokenSlot(slotOfText(template, values, naming, found), speech), longest)
      return { title: told(title, LONGEST.title), text: told(text, LONGEST.text) }
    }
  }

  async #layoutsOf(
    serialNumber: string,
    values: readonly TextValue[],
  ): Promise<ReadonlyMap<string, DeviceLayout>> {
    const wanted = new Set(values.filter(isOfDevice).map(({ device_id }) => device_id))
    const devices = wanted.size === 0 ? [] : await this.#parts.devices(serialNumber)
    return new Map(
      devices
        .filter(({ id }) => wanted.has(id))
        .map((device) => [device.id, this.#parts.catalogue.layoutOf(device, serialNumber).layout]),
    )
  }

  /** The words of the devices first: a model may bring its own. */
  #speech(language: Language, layouts: readonly DeviceLayout[]): Speech {
    const trees = [...layouts.map(({ speech }) => speech?.words[language]), this.#words.get(language)]
    const find = (key: string): string | undefined => {
      const path = key.split('.')
      return trees
        .map((tree) => at(tree as OwnWords | undefined, path))
        .find((text) => typeof text === 'string')
    }
    return {
      has: (key) => find(key) !== undefined,
      say: (key, fallback = '', given = {}) => {
        const text = find(key)
        // What stands in for a text may be a device's own word, which is no pattern.
        return text === undefined ? fallback : filled(text, given)
      },
      number: (value, digits) =>
        new Intl.NumberFormat(TAGS[language], {
          minimumFractionDigits: digits ?? 0,
          maximumFractionDigits: digits ?? 3,
        }).format(value),
      date: (moment) => new Intl.DateTimeFormat(TAGS[language], { dateStyle: 'medium' }).format(moment),
    }
  }
}

const read = (path: string): OwnWords => JSON.parse(readFileSync(path, 'utf8')) as OwnWords

function describedIn(layout: DeviceLayout | undefined, service: string, property: string): Value | undefined {
  if (!layout) return undefined
  const { header, control, switches = [], footer } = layout.tile
  const placed = [...Object.values(layout.sections).flat(), header, control, ...switches, ...footer]
  return placed
    .flatMap((one) => (one ? [one, ...(one.more ?? [])] : []))
    .find((one) => one.service === service && one.property === property)?.value
}

/** By whole characters. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const letters = [...text.slice(0, longest)]
  return `${letters.slice(0, -1).join('')}…`
}
