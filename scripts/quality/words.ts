/**
 * The words of the JSON language: every key that a schema gives a meaning, what it says of it, and where the catalogue
 * uses it. A key is one word within a schema file, however many objects of that file have it.
 */
import { globSync, readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv'
import { ajvWithSchemas } from '../gen/validators.ts'

export interface Word {
  /** `screen`, as in schemas/definitions/screen.json. */
  schema: string
  word: string
  /** What the schema says of it; of several objects that say different things, all. */
  meanings: Set<string>
  /** An example by each file that uses it. */
  uses: Map<string, unknown>
}

type Table = Readonly<Record<string, unknown>>

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A place in a schema: `definitions/screen.json#/$defs/list`. */
interface Place {
  file: string
  pointer: string
  schema: Table
}

export class Language {
  readonly words = new Map<string, Word>()
  readonly #ajv = ajvWithSchemas()
  readonly #files = new Map<string, Table>()
  readonly #validators = new Map<string, ValidateFunction>()
  readonly #seen = new Set<string>()
  readonly #schemas: ReadonlySet<string>

  /** The words of these schema files; what they refer to is theirs only where it is named as well. */
  constructor(schemas: readonly string[]) {
    this.#schemas = new Set(schemas.map((name) => `definitions/${name}.json`))
    for (const file of globSync('schemas/{entities,definitions}/*.json')) {
      const schema = JSON.parse(readFileSync(file, 'utf8')) as Table
      this.#files.set(String(schema.$id), schema)
    }
    for (const file of this.#schemas) this.#collect(this.#at(file, ''))
  }

  /** Notes what a file of the catalogue uses. */
  read(file: string, schema: string): void {
    this.#walk(this.#at(`definitions/${schema}.json`, ''), JSON.parse(readFileSync(file, 'utf8')), file)
  }

  #at(file: string, pointer: string): Place {
    let schema: unknown = this.#files.get(file)
    for (const step of pointer.split('/').slice(1))
      schema = (schema as Table)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
    return { file, pointer, schema: isTable(schema) ? schema : {} }
  }

  #below({ file, pointer }: Place, ...steps: readonly string[]): Place {
    const escaped = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))
    return this.#at(file, [pointer, ...escaped].join('/'))
  }

  /** Where a `$ref` leads in one step. */
  #next(place: Place): Place | undefined {
    const { $ref } = place.schema
    if (typeof $ref !== 'string') return undefined
    const [path = '', pointer = ''] = $ref.split('#')
    const file = path === '' ? place.file : new URL(path, `schema:/${place.file}`).pathname.slice(1)
    return this.#at(file, pointer)
  }

  #resolved(place: Place): Place {
    const next = this.#next(place)
    return next ? this.#resolved(next) : place
  }

  /** What is said of a place itself, else of where it leads. */
  #meaning(place: Place): string | undefined {
    const { description } = place.schema
    if (typeof description === 'string') return description
    const next = this.#next(place)
    return next && this.#meaning(next)
  }

  #branches(place: Place): Place[] {
    return ['oneOf', 'anyOf', 'allOf'].flatMap((word) => {
      const list = place.schema[word]
      return Array.isArray(list) ? list.map((_one, n) => this.#below(place, word, String(n))) : []
    })
  }

  #word(place: Place, word: string): Word | undefined {
    if (!this.#schemas.has(place.file) || word === '$schema') return undefined
    const schema = place.file.replace(/^definitions\/(.*)\.json$/, '$1')
    const found = this.words.get(`${schema}.${word}`) ?? {
      schema,
      word,
      meanings: new Set(),
      uses: new Map(),
    }
    this.words.set(`${schema}.${word}`, found)
    return found
  }

  /** Every key that the schema knows, so that unused ones are words as well. */
  #collect(at: Place): void {
    const place = this.#resolved(at)
    const name = `${place.file}#${place.pointer}`
    if (this.#seen.has(name) || !this.#schemas.has(place.file)) return
    this.#seen.add(name)
    for (const branch of this.#branches(place)) this.#collect(branch)
    if (isTable(place.schema.properties))
      for (const key of Object.keys(place.schema.properties)) {
        const property = this.#below(place, 'properties', key)
        const meaning = this.#meaning(property)
        const word = this.#word(place, key)
        if (meaning) word?.meanings.add(meaning)
        this.#collect(property)
      }
    for (const word of ['items', 'additionalProperties'])
      if (isTable(place.schema[word])) this.#collect(this.#below(place, word))
    if (isTable(place.schema.patternProperties))
      for (const key of Object.keys(place.schema.patternProperties))
        this.#collect(this.#below(place, 'patternProperties', key))
  }

  #fits({ file, pointer }: Place, value: unknown): boolean {
    const name = `${file}#${pointer}`
    const validate = this.#validators.get(name) ?? this.#ajv.compile({ $ref: name })
    this.#validators.set(name, validate)
    return validate(value) === true
  }

  #walk(at: Place, value: unknown, file: string): void {
    const place = this.#resolved(at)
    for (const branch of this.#branches(place)) if (this.#fits(branch, value)) this.#walk(branch, value, file)
    if (Array.isArray(value)) {
      if (isTable(place.schema.items))
        for (const one of value) this.#walk(this.#below(place, 'items'), one, file)
      return
    }
    if (!isTable(value)) return
    const { properties, patternProperties, additionalProperties } = place.schema
    for (const [key, part] of Object.entries(value)) {
      if (isTable(properties) && key in properties) {
        const uses = this.#word(place, key)?.uses
        if (uses && !uses.has(file)) uses.set(file, part)
        this.#walk(this.#below(place, 'properties', key), part, file)
      } else {
        const pattern = isTable(patternProperties)
          ? Object.keys(patternProperties).find((one) => new RegExp(one).test(key))
          : undefined
        if (pattern !== undefined) this.#walk(this.#below(place, 'patternProperties', pattern), part, file)
        else if (isTable(additionalProperties))
          this.#walk(this.#below(place, 'additionalProperties'), part, file)
      }
    }
  }
}
