import { useCallback, useEffect, useState } from 'react'
import { type BlockProps, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { AnswerOf, InputOf } from '#schemas/calls.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/fields/choice-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Desk } from './Desk.tsx'
import { type Described, describedIn } from './described.ts'
import { StudioRoom } from './StudioRoom.tsx'
import styles from './studio.module.css'
import { useCrumb } from './use-crumb.ts'

/** A model from what a device says of itself: pasted, drafted, and then edited like any other. */
export function ModelDraft({ screen, params: { model, manufacturer } }: BlockProps) {
  const text = useText()
  const { t, say } = text
  const crumb = useCrumb(screen)
  const { source } = usePorts()
  const [pasted, setPasted] = useState('')
  const [refused, setRefused] = useState<string>()
  /** Devices of a pasted list, and which of them is meant. */
  const [choices, setChoices] = useState<readonly Described[]>([])
  const [chosen, setChosen] = useState(0)
  const [busy, setBusy] = useState(false)
  const [draft, setDraft] = useState<AnswerOf<'draftModel'>>()

  useUnsaved(!draft && pasted.trim() !== '')

  async function begin(): Promise<void> {
    let devices: readonly Described[]
    try {
      devices = describedIn(JSON.parse(pasted))
    } catch {
      return setRefused(t('catalogue.noJson'))
    }
    // Of nothing that could be a device the server says so.
    const device = devices.length > 1 ? choices[chosen] : (devices[0] ?? { described: {} })
    if (!device) {
      setRefused(undefined)
      return setChoices(devices)
    }
    await draftOf({ described: device.described })
  }

  const draftOf = useCallback(
    async (form: InputOf<'draftModel'>): Promise<void> => {
      setBusy(true)
      const result = await source.call('draftModel', form)
      setBusy(false)
      if (!result.ok) return setRefused(failureText(result, text))
      setRefused(undefined)
      setDraft(result.data)
    },
    [source, text],
  )

  // Whoever comes from the list of what is drawn by rule has chosen already.
  useEffect(() => {
    if (model) void draftOf({ like: { model, ...(manufacturer && { manufacturer }) } })
  }, [model, manufacturer, draftOf])

  if (draft) return <Desk key={`${draft.maker}/${draft.entry}`} {...draft} writable crumb={crumb} />
  return (
    <StudioRoom>
      <PageHeader {...(crumb && { crumb })} title={say('screens.model_draft.title')} />
      <div className={styles.side}>
        <label htmlFor="described">{t('catalogue.described')}</label>
        <textarea
          id="described"
          className={styles.paste}
          value={pasted}
          spellCheck={false}
          onChange={({ target }) => {
            setPasted(target.value)
            setChoices([])
            setChosen(0)
          }}
        />
        {choices.length > 0 && (
          <Select
            aria-label={t('catalogue.which')}
            value={String(chosen)}
            choices={choices.map(({ label }, at) => ({ value: String(at), label }))}
            onChange={(at) => setChosen(Number(at))}
          />
        )}
        {refused !== undefined && (
          <Notice tone="danger" urgent>
            {refused}
          </Notice>
        )}
        <div className={styles.bar}>
          <Button look="main" busy={busy} disabled={pasted.trim() === ''} onClick={() => void begin()}>
            {choices.length > 0 ? t('catalogue.beginWith') : t('catalogue.begin')}
          </Button>
        </div>
      </div>
    </StudioRoom>
  )
}
