import { lazy, Suspense, use } from 'react'
import { useEngine } from '../engine.ts'
import { FlatForm } from './FlatForm.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import type { Values } from './messages.ts'
import type { Send } from './use-sending.ts'

interface Props {
  name: string
  values?: Values
  submit: string
  large?: boolean
  onlyChanged?: boolean
  rest?: number
  onSubmit: Send
  /** Drawn by rjsf: everything behind the sign-in, whose page is too small for it. */
  rich?: boolean
}

type Drawn = Omit<Props, 'rich'>

const RichForm = lazy(async () => ({ default: (await import('#engine/forms/rich/RichForm.tsx')).RichForm }))

function Flat({ name, ...rest }: Drawn) {
  const { form, schema } = use(useEngine().definitions.form(name))
  return <FlatForm name={name} form={form} schema={schema} {...rest} />
}

/** The definition is asked for at once, not only when the chunk that draws it has come. */
function Rich({ name, ...rest }: Drawn) {
  const definition = useEngine().definitions.richForm?.(name)
  return definition ? (
    <RichForm name={name} definition={definition} {...rest} />
  ) : (
    <Flat name={name} {...rest} />
  )
}

/** A form of the catalogue by its name; its schema and validator arrive with it. */
export function FormBlock({ rich, ...rest }: Props) {
  return <Suspense fallback={<FormSkeleton />}>{rich ? <Rich {...rest} /> : <Flat {...rest} />}</Suspense>
}
