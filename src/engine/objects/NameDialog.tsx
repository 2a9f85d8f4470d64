import { type ReactNode, useState } from 'react'
import { cleanName, sameName } from '#gateway/lib/names/clean-name.ts'
import { useText } from '#i18n/useText.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import type { ActionResult, Refused } from '../ports.ts'
import { failureWords, type Refusal, refusalOf } from './refusal.ts'

/** Longest name of anything in a home (schemas/entities/object-version.json and schemas/channel). */
export const NAME_LENGTH = 128

type NameFault = 'empty' | Refusal

/** Refusals that are about a name: they stand at its field, all others above. */
const OF_NAMES: ReadonlySet<Refusal | undefined> = new Set<Refusal>([
  'name_exists',
  'sceneNameExists',
  'floorNameExists',
  'roomNameExists',
])

/** What keeps a name from being one among those that are there (spec 2 §5). */
export function faultOf(name: string, others: readonly string[], taken: Refusal): NameFault | undefined {
  const clean = cleanName(name)
  if (clean === '') return 'empty'
  return others.some((other) => sameName(other, clean)) ? taken : undefined
}

interface Props {
  title: string
  /** What its button says, where it does not save something that is there. */
  submit?: string
  /** The way out; to give it up, unless told. */
  cancel?: string
  label?: string
  help?: string
  /** The name that it has. */
  name?: string
  /** Names that others have at this moment. */
  others?(): readonly string[]
  /** How a gateway refuses a name that another one has. */
  taken?: Refusal
  /** Own words for a refusal. */
  refusal?(result: Refused): string
  /** What stands before the field. */
  before?: ReactNode
  /** What is asked besides, where a name may be put into the field from. */
  more?(put: (name: string) => void): ReactNode
  /** Without a result something else is asked first. */
  onSave(name: string): Promise<ActionResult | undefined>
  onClose(result: ActionResult | undefined): void
}

/** Asks for the name of anything; what speaks against it stands at the field, as soon as it is known. */
export function NameDialog(props: Props) {
  const { title, submit, cancel, label, help, name = '', taken = 'name_exists' } = props
  const { before, more, onSave, onClose } = props
  const text = useText()
  const { t } = text
  const [typed, setTyped] = useState(name)
  const [refused, setRefused] = useState<Refused>()
  const fault = faultOf(typed, props.others?.() ?? [], taken)
  function put(next: string): void {
    setTyped(next)
    setRefused(undefined)
  }
  const form = useSubmit(async () => {
    if (fault) return
    const next = cleanName(typed)
    if (next === name && !more) return onClose(undefined)
    const result = await onSave(next)
    if (result?.ok) onClose(result)
    else setRefused(result)
  })
  const why = refused && (props.refusal?.(refused) ?? failureWords(refused, text))
  const ofName = refused && OF_NAMES.has(refusalOf(refused))
  const said = fault && (form.tried || fault !== 'empty') ? t(`objects.refused.${fault}`) : undefined

  return (
    <FormDialog
      title={title}
      form={form}
      submit={submit ?? t('objects.save')}
      cancel={cancel}
      failure={ofName ? undefined : why}
      onClose={() => onClose(undefined)}
    >
      {before}
      <TextField
        label={label ?? t('objects.name')}
        help={help}
        value={typed}
        maxLength={NAME_LENGTH}
        autoComplete="off"
        error={said ?? (ofName ? why : undefined)}
        onChange={put}
      />
      {more?.(put)}
    </FormDialog>
  )
}
