import { globSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { interpreted } from '#lib/json-schema/interpreted.ts'
import { interpretedParts } from '#lib/json-schema/interpreted-parts.ts'
import { inOnePiece } from '#server/catalogue/definitions/in-one-piece.ts'

type Schema = Readonly<Record<string, unknown>>

const ajv = new Ajv({ allErrors: true, strict: false, unicode: false, logger: false })
addFormats.default(ajv)

const fileAt = (path: string): unknown => JSON.parse(readFileSync(`schemas/${path}`, 'utf8'))
/** Every schema of a whole that a form could be made of. */
const schemas = globSync('schemas/entities/*.json').flatMap((file) => {
  try {
    return [inOnePiece(file.slice('schemas/'.length).replaceAll('\\', '/'), fileAt)]
  } catch {
    return []
  }
})

const JUNK: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '12',
  'a'.repeat(200),
  '2026-11-25T10:00:00Z',
  '2026-13-45T10:00:00Z',
  'https://example.test/x',
  'mail@example.test',
  '🔑',
  0,
  -1,
  1.5,
  70_000,
  [],
  ['a', 'a'],
  [1, 2],
  {},
  { constructor: 1 },
]

const made = new Map<string, fc.Arbitrary<string>>()

/** Thousands of texts have a few dozen patterns: to read each once instead of each time takes a tenth of the time. */
function matching(pattern: string): fc.Arbitrary<string> {
  const known = made.get(pattern) ?? matchingAnew(pattern)
  made.set(pattern, known)
  return known
}

function matchingAnew(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    // A look-ahead, for which nothing can be made up.
    return fc.constant('Gatehouse-1')
  }
}

const short = fc.string({ maxLength: 40 })
const junk = fc.constantFrom(...JUNK)

/** What a schema may be asked about: mostly nearly right, so that every keyword comes to speak. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const alternatives = [schema.oneOf, schema.anyOf].flatMap((one) => (one ?? []) as Schema[])
  const near: fc.Arbitrary<unknown>[] = alternatives.map(valuesOf)
  if (Array.isArray(schema.enum)) near.push(fc.constantFrom(...(schema.enum as unknown[])))
  if ('const' in schema) near.push(fc.constant(schema.const))
  const types = [schema.type].flat()
  if (types.includes('integer') || types.includes('number')) near.push(fc.integer({ min: -5, max: 500 }))
  if (types.includes('string')) near.push(short, matching(String(schema.pattern ?? '^\\w*$')))
  if (types.includes('array')) near.push(fc.array(valuesOf((schema.items ?? {}) as Schema), { maxLength: 6 }))
  if (schema.properties !== undefined || types.includes('object')) {
    const parts = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    near.push(
      fc.record(Object.fromEntries(parts.map(([name, part]) => [name, valuesOf(part)]))),
      fc.record(
        Object.fromEntries([...parts.map(([name, part]) => [name, valuesOf(part)]), ['more', junk]]),
        {
          requiredKeys: [],
        },
      ),
    )
  }
  if (near.length === 0) return junk
  return fc.oneof({ arbitrary: fc.oneof(...near), weight: 9 }, { arbitrary: junk, weight: 1 })
}

interface Told {
  instancePath: string
  keyword: string
  params: object
}

/** An entry of another type is a fault already; whether it is there twice as well is not compared. */
const counts = ({ instancePath, keyword }: Told, _at: number, all: readonly Told[]): boolean =>
  keyword !== 'uniqueItems' ||
  !all.some((one) => one.keyword === 'type' && one.instancePath.startsWith(`${instancePath}/`))

const spoken = (faults: readonly Told[] | null | undefined): string[] =>
  (faults ?? [])
    .filter(counts)
    .map(({ instancePath, keyword, params }) => {
      const { limit, missingProperty, additionalProperty } = params as Record<string, unknown>
      return [instancePath, keyword, limit, missingProperty, additionalProperty].join(' ')
    })
    .toSorted()

describe('a form that comes while the app runs is judged without compiling', () => {
  test('there are schemas to judge by', () => expect(schemas.length).toBeGreaterThan(150))

  test.each(schemas.map((schema) => [String(schema.$id), schema] as const))(
    '%s says what ajv says, fault for fault',
    (_id, schema) => {
      const judge = interpreted(schema)
      const compiled = ajv.compile({ ...schema, $id: undefined } as object)
      fc.assert(
        fc.property(valuesOf(schema), (value) => {
          expect(judge(value)).toBe(compiled(value))
          expect(spoken(judge.errors)).toEqual(spoken(compiled.errors))
        }),
        { numRuns: 40 },
      )
    },
  )

  test('what rjsf asks about in a choice between shapes has a judge of its own', () => {
    const parts = interpretedParts({
      $id: 'choice',
      type: 'object',
      oneOf: [
        { type: 'object', required: ['one'], properties: { one: { type: 'string' } } },
        { type: 'object', required: ['other'], properties: { other: { type: 'number' } } },
      ],
    })
    const verdicts = Object.values(parts).map((judge) => judge({ one: 'a' }))
    expect(Object.keys(parts)).toContain('choice')
    expect(verdicts.filter(Boolean)).toHaveLength(2)
    expect(verdicts.filter((fits) => !fits).length).toBeGreaterThan(0)
  })
})
