import {
  createErrorHandler,
  type RJSFSchema,
  type RJSFValidationError,
  toErrorList,
  toErrorSchema,
  unwrapErrorHandler,
  type ValidatorType,
  validationDataMerge,
} from '@rjsf/utils'
import { judge, type ValueFault } from '#gateway/lib/values/value-check.ts'
import { bodyOf } from './body-of.ts'
import { describedBy } from './schema-of.ts'

/**
 * rjsf's validator without a compiler, which the Content-Security-Policy forbids: the description of a value is
 * interpreted by the same check that the gateway makes before it drives a device.
 */
export function validatorOf(sentence: (fault: ValueFault, value: unknown) => string): ValidatorType {
  const rawValidation = (schema: RJSFSchema, formData?: unknown) => {
    const body = bodyOf(formData)
    const errors = judge(body, describedBy(schema)).faults.map((fault): RJSFValidationError => {
      const message = sentence(fault, valueAt(body, fault.path))
      return {
        name: fault.rule,
        property: `.${fault.path.join('.')}`,
        params: { limit: fault.limit },
        message,
        stack: message,
      }
    })
    return { errors }
  }
  return {
    rawValidation: rawValidation as ValidatorType['rawValidation'],
    isValid: (schema, formData) => judge(bodyOf(formData), describedBy(schema)).faults.length === 0,
    validateFormData(formData, schema, customValidate, transformErrors, uiSchema) {
      const raw = rawValidation(schema, formData).errors
      const errors = transformErrors ? transformErrors(raw, uiSchema) : raw
      const found = { errors, errorSchema: toErrorSchema(errors) }
      if (!customValidate) return found
      const handler = customValidate(
        formData,
        createErrorHandler(formData ?? {}),
        uiSchema,
        found.errorSchema,
      )
      const more = unwrapErrorHandler(handler)
      return validationDataMerge(found, { errors: toErrorList(more), errorSchema: more } as never)
    },
  }
}

function valueAt(value: unknown, path: ValueFault['path']): unknown {
  let at = value
  for (const step of path)
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Record<string, unknown>)[String(step)]
        : undefined
  return at
}
