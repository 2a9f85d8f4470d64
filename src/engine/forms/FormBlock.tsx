import { Suspense, use, useEffect, useEffectEvent } from 'react'
import { useText } from '#i18n/useText.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import { Notice } from '#ui/Notice.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { isForbidden } from '../conditions/forbidden.ts'
import { useEngine } from '../engine.ts'
import { FlatForm } from './FlatForm.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import type { Values } from './messages.ts'
import type { SubmitPlace } from './parts.tsx'
import { BegunContext } from './RemoteSelect.tsx'
import type { Send } from './use-sending.ts'

interface Props {
  name: string
  values?: Values
  submit: string
  large?: boolean
  onlyChanged?: boolean
  look?: 'main' | 'plain' | 'danger' | undefined
  rest?: number
  /** Its button stands there, not below its fields. */
  submitAt?: SubmitPlace | undefined
  onSubmit: Send
  /** What sending it carries out: who may not, sees the values and a reason. */
  action?: Action
  /** Drawn by rjsf: everything behind the sign-in, whose page is too small for it. */
  rich?: boolean
  /** What something else has filled in, over what stands there; of a rich form alone. */
  filled?: Values | undefined
  /** It stands in its place. */
  onDrawn?(): void
}

type Drawn = Omit<Props, 'rich' | 'action' | 'filled' | 'onDrawn'> & { locked: boolean }

const RichForm = lazy(async () => ({ default: (await import('#engine/forms/rich/RichForm.tsx')).RichForm }))

function Flat({ name, ...rest }: Drawn) {
  const { form, schema } = use(useEngine().definitions.form(name))
  return <FlatForm name={name} form={form} schema={schema} {...rest} />
}

/** The definition is asked for at once, not only when the chunk that draws it has come. */
function Rich({ name, filled, ...rest }: Drawn & Pick<Props, 'filled'>) {
  const definition = useEngine().definitions.richForm?.(name)
  return definition ? (
    <RichForm name={name} definition={definition} filled={filled} {...rest} />
  ) : (
    <Flat name={name} {...rest} />
  )
}

/** Stands beside what may be waited for, and says when it has come. */
function Arrived({ then }: { then(): void }) {
  const tell = useEffectEvent(then)
  useEffect(() => tell(), [])
  return null
}

/** A form of the catalogue by its name; its schema and validator arrive with it. */
export function FormBlock({ rich, action, filled, onDrawn, ...rest }: Props) {
  const { t } = useText()
  const engine = useEngine()
  const locked = action !== undefined && isForbidden(action, engine)
  const drawn = { ...rest, locked }
  const { values = {} } = rest
  return (
    <>
      {locked && <Notice tone="info">{t('engine.forbidden')}</Notice>}
      <Suspense fallback={<FormSkeleton />}>
        <BegunContext value={values}>
          {rich ? <Rich {...drawn} filled={filled} /> : <Flat {...drawn} />}
        </BegunContext>
        {onDrawn && <Arrived then={onDrawn} />}
      </Suspense>
    </>
  )
}
