import { type RJSFSchema, schemaParser } from '@rjsf/utils'
import { type Interpreter, interpreted } from './interpreted.ts'

/** Interpreters of a schema, and of each part of it that rjsf asks about, by the keys that its validator looks for. */
export const interpretedParts = (schema: RJSFSchema): Readonly<Record<string, Interpreter>> =>
  Object.fromEntries(Object.entries(schemaParser(schema)).map(([key, part]) => [key, interpreted(part)]))
