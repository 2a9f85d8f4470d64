import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sayingIn } from '#gateway/lib/names/saying.ts'
import type { CatalogueSaying } from '#schemas/generated/entities/catalogue-saying.ts'
import { textsOf } from '../../scripts/locales/files.ts'
import { formsAsked, sayings, wordsOfSayings } from '../../scripts/locales/sayings.ts'
import { root } from './kit.ts'

const LANGUAGES = ['ch_DE', 'ch_EN'] as const

/** The code that judges files. */
const judges = globSync(['server/catalogue/{check/**/,definitions/,}*.ts', 'scripts/catalogue/check/*.ts'], {
  cwd: root,
})
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, source: readFileSync(`${root}/${file}`, 'utf8') }))
const inCode = judges.map(({ source }) => source).join('\n')

const holesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''))].toSorted()

describe('whatever the check of the catalogue can say', () => {
  test.each(sayings())(
    '$code has a sentence in both languages, of exactly its values',
    ({ code, values }) => {
      const told = values.map((name) => (name === 'field' ? 'subject' : name)).toSorted()
      // What stands in a sentence rather than at its head is called by its name.
      const inside = values.toSorted()
      for (const language of LANGUAGES) {
        const texts = textsOf(language)
        const forms = ['', '_one', '_other'].flatMap((form) => texts.get(`faults.${code}${form}`) ?? [])
        expect([1, 2], `${code} in ${language}`).toContain(forms.length)
        for (const text of forms) expect([told, inside]).toContainEqual(holesOf(text))
      }
    },
  )

  test.each(sayings())('$code is said by some check', ({ code }) => {
    const worked = [...inCode.matchAll(/`((?:[a-z]+\.)[A-Za-z.]*)\$\{[^}]*\}([A-Za-z]*)`/g)]
    const isNamed = inCode.includes(`'${code}'`)
    expect(
      isNamed || worked.some(([, start = '', end = '']) => code.startsWith(start) && code.endsWith(end)),
    ).toBe(true)
  })

  test('types and forms have words too', () => {
    for (const language of LANGUAGES) {
      const texts = textsOf(language)
      const lacking = wordsOfSayings().filter((key) => !texts.has(key) && !texts.has(`${key}_other`))
      expect(lacking).toEqual([])
    }
  })

  test('every pattern and format of a definition says in words what it asks for', () => {
    expect(formsAsked().filter(({ form }) => typeof form !== 'string')).toEqual([])
    expect(formsAsked().length).toBeGreaterThan(8)
  })

  test('no sentence stands in the code of a check', () => {
    const sentences = judges.flatMap(({ file, source }) => {
      const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      return [...code.matchAll(/(['"`])((?:(?!\1).)*\b[A-Za-z]+ [a-z]+ [a-z]+\b(?:(?!\1).)*)\1/g)].map(
        ([, , text]) => `${file}: ${text}`,
      )
    })
    // What the server writes into its log.
    expect(sentences).toEqual(['server/catalogue/catalogue.ts: The catalogue could not be read again'])
  })
})

describe('a sentence', () => {
  const say =
    (language: string) =>
    (key: string, values: Readonly<Record<string, unknown>> = {}): string =>
      (textsOf(language).get(key) ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) =>
        String(values[name]),
      )

  test.each<[CatalogueSaying, string, string]>([
    [
      { code: 'schema.type', types: ['object'], type: 'array' },
      'The file must be an object { … }, not a list [ … ]',
      'Die Datei muss ein Objekt { … } sein, nicht eine Liste [ … ]',
    ],
    [
      { code: 'schema.typeOfNumber', field: 'on', types: ['string', 'boolean', 'null'], value: '7' },
      '"on" must be a text, true or false or null, not 7',
      '"on" muss ein Text, true oder false oder null sein, nicht 7',
    ],
    [
      {
        code: 'model.unfit',
        widget: 'valueSetter',
        takes: ['number', 'range'],
        name: 'A/b',
        kinds: ['bool'],
      },
      'A valueSetter is for values of kind number or range, but A/b is of kind bool',
      'valueSetter ist für Werte der Art number oder range, aber A/b ist von der Art bool',
    ],
    [
      { code: 'text.missing', name: 'help.a', languages: ['ch_DE', 'ch_EN'] },
      'There is no text help.a in ch_DE and ch_EN',
      'Es gibt keinen Text help.a in ch_DE und ch_EN',
    ],
    [
      { code: 'schema.form', field: 'by', value: '"x"', form: 'digits' },
      '"by" can\'t be "x"; it takes only digits and hyphens',
      '"by" kann nicht "x" sein; erlaubt: nur Ziffern und Bindestriche',
    ],
  ])('%j is whole in both languages', (saying, english, german) => {
    expect(sayingIn(saying, say('ch_EN'))).toBe(english)
    expect(sayingIn(saying, say('ch_DE'))).toBe(german)
  })
})
