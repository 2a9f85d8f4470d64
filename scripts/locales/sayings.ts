import { readAll, readJson } from './files.ts'

interface SayingSchema {
  oneOf: readonly { properties: { code: { enum: readonly string[] } } & Readonly<Record<string, unknown>> }[]
  $defs: { type: { enum: readonly string[] } }
}

const schema = (): SayingSchema => readJson('schemas/entities/catalogue-saying.json')

/** Everything that the check of the catalogue can say: its code, and the names of the values that it tells. */
export const sayings = (): { code: string; values: readonly string[] }[] =>
  schema().oneOf.flatMap(({ properties: { code, ...values } }) =>
    code.enum.map((one) => ({ code: one, values: Object.keys(values) })),
  )

/** Patterns and formats of the definitions, each with the name of the words that ask for it. */
export function formsAsked(): { file: string; asked: string; form: unknown }[] {
  const found: { file: string; asked: string; form: unknown }[] = []
  const visit = (file: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { pattern, format, 'x-form': form } = value as Readonly<Record<string, unknown>>
    const asked = pattern ?? format
    if (typeof asked === 'string') found.push({ file, asked, form })
    for (const part of Object.values(value)) visit(file, part)
  }
  for (const [file, definition] of readAll<unknown>('schemas/definitions/*.json')) visit(file, definition)
  return found
}

/** The keys of all of their words. */
export const wordsOfSayings = (): string[] => [
  ...sayings().map(({ code }) => `faults.${code}`),
  ...schema().$defs.type.enum.map((type) => `faults.types.${type}`),
  ...formsAsked().map(({ form }) => `faults.forms.${String(form)}`),
]
