/** One field of a body, as its JSON Schema describes it. */
export interface FieldSchema {
  type?: string | readonly string[]
  enum?: readonly (string | number | boolean | null)[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

export interface FieldError {
  field: string
  /** Keyword of JSON Schema that failed: required, minLength … */
  rule: string
  params: Readonly<Record<string, unknown>>
}

/** A body's schema with the validator compiled from it (schemas/generated/forms/<name>.js). */
export interface FormSchema {
  required: readonly string[]
  properties: Readonly<Record<string, FieldSchema>>
  validate(body: unknown): readonly FieldError[]
}

/** The same for rjsf: a schema in one piece, and its validators by key (schemas/generated/rich-forms/<name>.js). */
export interface RichSchema {
  schema: {
    required?: readonly string[]
    properties?: Readonly<Record<string, FieldSchema>>
  } & Readonly<Record<string, unknown>>
  validators: Readonly<Record<string, Validator>>
}

/** A function that ajv has compiled. */
export interface Validator {
  (body: unknown): boolean
  errors?: readonly { instancePath: string; keyword: string; params: Record<string, unknown> }[] | null
}
