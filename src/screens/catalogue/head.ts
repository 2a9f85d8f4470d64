import { fileText } from '#gateway/lib/models/model-text.ts'

/** What a form asks of a model; the rest is edited as text. */
const FIELDS = [
  'name',
  'manufacturer',
  'icon',
  'helpTextKey',
  'unitInHeader',
  'hideInInstallationWizard',
] as const

type Head = Partial<Record<(typeof FIELDS)[number], unknown>>
type Table = Record<string, unknown>

export function parsed(text: string): Table | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : undefined
  } catch {
    return undefined
  }
}

/** What a text calls its model; undefined while it says nothing of it. */
export function nameIn(text: string): string | undefined {
  const said = /"name"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec(text)?.[1]
  const name = parsed(text)?.name ?? said
  return typeof name === 'string' && name.trim() !== '' ? name : undefined
}

/** Templates and models that it builds on. */
export const baseOf = (text: string): string[] =>
  [parsed(text)?.extends ?? []].flat().filter((name) => typeof name === 'string')

/** The fields of a form out of a text; undefined while it is no JSON object. */
export function headOf(text: string): Head | undefined {
  const model = parsed(text)
  if (!model) return undefined
  return Object.fromEntries(FIELDS.flatMap((name) => (name in model ? [[name, model[name]]] : [])))
}

/** Fields that the form says otherwise than the text. */
export const changedIn = (text: string, said: Head): string[] => {
  const before = headOf(text) ?? {}
  return FIELDS.filter((name) => (said[name] || undefined) !== (before[name] || undefined))
}

/** The text with what the form says; an emptied field leaves it, a new one comes behind the others. */
export function withHead(text: string, said: Head): string {
  const model = parsed(text)
  if (!model) return text
  for (const name of FIELDS) {
    const value = said[name]
    if (value === undefined || value === '' || value === false) delete model[name]
    else model[name] = value
  }
  return fileText(model)
}
