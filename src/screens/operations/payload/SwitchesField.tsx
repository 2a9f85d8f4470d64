import type { FieldProps } from '@rjsf/utils'
import { isEmpty } from '#engine/value-form/body-of.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Toggles } from '#ui/fields/Toggles.tsx'
import styles from '../send.module.css'
import { nameOf, switchOf } from './parameters.ts'

/** A list of as many switches, side by side. Untouched it is not said; what is not pressed after that is off. */
export function SwitchesField({
  formData,
  fieldPathId,
  rawErrors,
  errorSchema,
  required,
  onChange,
}: FieldProps) {
  const text = useText()
  const { path } = fieldPathId
  const said: readonly unknown[] = Array.isArray(formData) ? formData : []
  const ofEntries = Object.values(errorSchema ?? {}).flatMap((entry) => Object(entry).__errors ?? [])
  return (
    <div className={styles.switches}>
      <Toggles
        label={nameOf(path, text)}
        optional={required !== true}
        error={rawErrors?.[0] ?? ofEntries[0]}
        names={said.map((_value, at) => switchOf(path, at, text))}
        values={said.map((value) => (typeof value === 'boolean' ? value : undefined))}
        onChange={(next) => onChange([...next], path)}
      />
      {required !== true && !said.every(isEmpty) && (
        <Button
          size="dense"
          look="quiet"
          onClick={() =>
            onChange(
              said.map(() => null),
              path,
            )
          }
        >
          {text.t('operations.send.leaveOut')}
        </Button>
      )}
    </div>
  )
}
