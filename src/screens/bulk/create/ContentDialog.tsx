import { useState } from 'react'
import statuses from '#catalogue/statuses.json'
import { usePorts } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { IconField } from '#ui/fields/IconField.tsx'
import { TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { iconNamed } from '#ui/Icon.tsx'
import { contentOf, type Drafts, emptyDrafts } from './drafts.ts'
import { SceneFields } from './SceneFields.tsx'

/** Content that there is, and what is entered for it. */
export interface Begun {
  name: string
  drafts: Drafts
}

interface Props {
  type: 'scn' | 'lyt' | 'ts'
  /** Content that it begins with; what is made of it is kept beside it. */
  from?: Begun | undefined
  onMade(content: BulkContent): void
  onClose(): void
}

const LONGEST = 128
/** Of the name of a group (schemas/entities/bulk-content.json). */
const LONGEST_GROUP = 60

/** Makes content that is kept and can be used again, from nothing or from what there is. */
export function ContentDialog({ type, from, onMade, onClose }: Props) {
  const { t, say } = useText()
  const { source } = usePorts()
  const [drafts, setDrafts] = useState<Drafts>(from?.drafts ?? emptyDrafts)
  const [name, setName] = useState(from?.name ?? '')
  const [failure, setFailure] = useState<string>()
  const content = contentOf(type, drafts, name.trim())
  const ready = content !== undefined && content.content_name !== ''
  const form = useSubmit(async () => {
    if (!content) return
    const made = await source.call('createBulkContent', content, { told: ['other'] })
    if (made.ok) return onMade(made.data)
    // spec 3 §8: whatever the reason, the same sentence.
    setFailure(t(`bulk.contentFailed.${type}`))
  })
  return (
    <FormDialog
      title={from ? t('bulk.changeContent', { name: from.name }) : t(`bulk.make.${type}`)}
      form={form}
      submit={t('bulk.keep')}
      unready={!ready}
      failure={failure}
      onClose={onClose}
    >
      {from && <p>{t('bulk.changeContentText')}</p>}
      {type === 'scn' && <SceneFields draft={drafts.scn} onChange={(scn) => setDrafts({ ...drafts, scn })} />}
      {type === 'lyt' && (
        <>
          <TextField
            label={t('bulk.name')}
            value={name}
            onChange={setName}
            maxLength={LONGEST}
            autoComplete="off"
          />
          <TextAreaField
            label={t('bulk.floors')}
            help={t('bulk.floorsHelp')}
            rows={6}
            spellCheck={false}
            value={drafts.lyt.text}
            onChange={(text) => setDrafts({ ...drafts, lyt: { text } })}
          />
        </>
      )}
      {type === 'ts' && (
        <>
          <TextField
            label={t('bulk.statusName')}
            value={drafts.ts.name}
            onChange={(status) => setDrafts({ ...drafts, ts: { ...drafts.ts, name: status } })}
            maxLength={LONGEST}
            autoComplete="off"
          />
          <IconField
            label={t('bulk.icon')}
            value={drafts.ts.icon}
            choices={statuses.icons.map(({ id, name: word, icon }) => ({
              value: id,
              label: say(`statuses.names.${word}`, word),
              icon: iconNamed(icon, 'shield'),
            }))}
            onChange={(icon) => setDrafts({ ...drafts, ts: { ...drafts.ts, icon } })}
          />
          <TextField
            label={t('bulk.group')}
            help={t(drafts.ts.group === null ? 'bulk.groupNone' : 'bulk.groupHelp')}
            optional
            value={drafts.ts.group ?? ''}
            onChange={(group) => setDrafts({ ...drafts, ts: { ...drafts.ts, group } })}
            maxLength={LONGEST_GROUP}
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  )
}
