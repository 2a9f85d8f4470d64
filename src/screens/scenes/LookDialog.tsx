import { useState } from 'react'
import { drawnAs, type Look, TONES } from '#engine/cells/look.ts'
import { failureWords } from '#engine/objects/refusal.ts'
import type { ActionResult, Refused } from '#engine/ports.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import { useText } from '#i18n/useText.ts'
import { Chips } from '#ui/Chips.tsx'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { IconField } from '#ui/fields/IconField.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './look.module.css'
import { icons } from './looks.ts'

export interface Arranged {
  look: Look | null
  folder: string | null
}

interface Props extends Arranged {
  name: string
  /** Those that other scenes are in. */
  folders: readonly string[]
  onSave(next: Arranged): Promise<ActionResult>
  onClose(result?: ActionResult): void
}

/** Longest name of a folder (schemas/entities/rule.json). */
const LONGEST = 60
const COLOURS = Object.keys(TONES) as Look['colour'][]

/** By what a scene is found among many: its picture, its colour, and where it is put. */
export function LookDialog({ name, look, folder, folders, onSave, onClose }: Props) {
  const text = useText()
  const { say, t } = text
  const [icon, setIcon] = useState(look?.icon ?? icons[0])
  const [colour, setColour] = useState<Look['colour']>(look?.colour ?? 'grey')
  const [typed, setTyped] = useState(folder ?? '')
  const [refused, setRefused] = useState<Refused>()
  const chosen = cleanName(typed)
  const form = useSubmit(async () => {
    const isUsual = icon === icons[0] && colour === 'grey'
    const next = { look: isUsual ? null : { icon, colour }, folder: chosen || null }
    if (JSON.stringify(next) === JSON.stringify({ look, folder })) return onClose()
    const result = await onSave(next)
    if (result.ok) onClose(result)
    else setRefused(result)
  })
  return (
    <FormDialog
      title={t('looks.title', { name })}
      form={form}
      submit={t('looks.save')}
      failure={refused && failureWords(refused, text)}
      onClose={() => onClose()}
    >
      <p className={styles.shown}>
        <Badge {...drawnAs({ icon, colour }, icon)} size="large" />
        <strong className="cut">{name}</strong>
      </p>
      <IconField
        label={t('looks.icon')}
        value={icon}
        choices={[...new Set([...icons, icon])].map((one) => ({
          value: one,
          label: say(`looks.icons.${one}`, one),
          icon: iconNamed(one),
        }))}
        onChange={setIcon}
      />
      <IconField
        label={t('looks.colour')}
        value={colour}
        choices={COLOURS.map((one) => ({
          value: one,
          label: say(`looks.colours.${one}`),
          icon: iconNamed(icon),
          tone: TONES[one],
        }))}
        onChange={setColour}
      />
      <div className={styles.folder}>
        <TextField
          label={t('looks.folder')}
          help={t('looks.folderHelp')}
          value={typed}
          maxLength={LONGEST}
          autoComplete="off"
          onChange={setTyped}
        />
        {folders.length > 0 && (
          <Chips
            label={t('looks.folders')}
            chips={folders.map((one) => ({ id: one, label: one }))}
            value={chosen}
            onChange={(one) => setTyped(one === chosen ? '' : one)}
          />
        )}
      </div>
    </FormDialog>
  )
}
