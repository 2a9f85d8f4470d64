import { withTheme } from '@rjsf/core'
import type { ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import { useMemo } from 'react'
import { type Naming, NamingContext } from '#engine/forms/nested/naming.ts'
import nested from '#engine/forms/nested/nested.module.css'
import { templates } from '#engine/forms/nested/templates.tsx'
import { type Text, useText } from '#i18n/useText.ts'
import { interpretedParts } from '#lib/json-schema/interpreted-parts.ts'
import { ParameterField } from './ParameterField.tsx'
import {
  asSaid,
  type Parameters as Described,
  entriesOf,
  isOfSwitches,
  laidOut,
  nameOf,
} from './parameters.ts'
import { SwitchesField } from './SwitchesField.tsx'

type Validators = Parameters<typeof createPrecompiledValidator>[0]

const Rjsf = withTheme<unknown>({ templates, fields: { parameter: ParameterField, switches: SwitchesField } })

/** What rjsf would fill in by itself is not what somebody has said. */
const asGiven = {
  arrayMinItems: { populate: 'never' },
  emptyObjectFields: 'skipDefaults',
  allOf: 'skipDefaults',
  constAsDefaults: 'never',
} as const

/** Lists and objects whose inside is described are parts to rjsf; everything else is one field of ours. */
function uiSchemaOf(part: RJSFSchema): UiSchema {
  const { properties, items } = part
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, uiSchemaOf(part as RJSFSchema)]),
    )
  if (isOfSwitches(part as Described)) return { 'ui:field': 'switches' }
  if (items && !Array.isArray(items)) {
    const isFree = entriesOf(part as Described) === undefined
    return { items: uiSchemaOf(items as RJSFSchema), 'ui:addable': isFree, 'ui:removable': isFree }
  }
  return { 'ui:field': 'parameter' }
}

const namingOf = (text: Text): Naming => {
  const { t } = text
  return {
    titleOf: ({ fieldPathId }) => nameOf(fieldPathId.path, text),
    add: () => t('controls.form.add'),
    remove: (_entry, number) => t('controls.form.remove', { number }),
    none: t('controls.form.none'),
    below: ({ schema }, count, fault) => {
      if (fault) return { text: fault, fault: true }
      if (entriesOf(schema as Described) !== undefined) return undefined
      const limits =
        schema.maxItems === undefined
          ? t('controls.form.entries', { count })
          : t('controls.form.entriesOf', { count, most: schema.maxItems })
      return { text: limits, fault: false }
    },
  }
}

interface Props {
  parameters: Described
  payload: unknown
  faults: ErrorSchema | undefined
  onChange(payload: unknown): void
}

/** The parameters of a command as a form: rjsf over the description that the channel has of it. */
export default function PayloadForm({ parameters, payload, faults, onChange }: Props) {
  const text = useText()
  const schema = parameters as RJSFSchema
  const uiSchema = useMemo(() => uiSchemaOf(schema), [schema])
  const validator = useMemo(
    () => createPrecompiledValidator(interpretedParts(schema) as unknown as Validators, schema),
    [schema],
  )
  return (
    <NamingContext value={namingOf(text)}>
      <div className={nested.form}>
        <Rjsf
          // It stands within the form of a dialog, whose button sends all of it.
          tagName="div"
          idPrefix="payload"
          {...{ schema, uiSchema, validator }}
          formData={laidOut(parameters, payload)}
          noValidate
          noHtml5Validate
          showErrorList={false}
          extraErrors={faults}
          experimental_defaultFormStateBehavior={asGiven}
          onChange={({ formData }) => onChange(asSaid(parameters, formData))}
        >
          {/* In place of its own button. */}
          <span hidden />
        </Rjsf>
      </div>
    </NamingContext>
  )
}
