import { useState } from 'react'
import { type BlockProps, useSource } from '#engine/engine.ts'
import { FormBlock } from '#engine/forms/FormBlock.tsx'
import { useUnsaved } from '#engine/forms/unsaved.ts'
import { useText } from '#i18n/useText.ts'
import { download } from '#lib/download.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Segments } from '#ui/Segments.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { toasts } from '#ui/toasts.ts'
import { changedIn, headOf, withHead } from './head.ts'
import { JsonEditor } from './JsonEditor.tsx'
import { Preview } from './Preview.tsx'
import styles from './studio.module.css'
import { useCrumb } from './use-crumb.ts'
import { useCheck, useModelFile } from './use-model.ts'

/** One model of the catalogue: its text, what is wrong with it, and how devices of it look. */
export function ModelStudio({ params: { maker = '', entry = '' }, screen }: BlockProps) {
  const { t } = useText()
  const crumb = useCrumb(screen)
  const { file, failed, again } = useModelFile(maker, entry)
  return (
    <>
      <PageHeader crumb={crumb} title={entry} context={`catalogue/devices/${maker}/${entry}.json`} />
      {failed ? (
        <ErrorState title={t('catalogue.failed')} onRetry={again} />
      ) : file ? (
        <Desk key={file.version} maker={maker} entry={entry} {...file} onLoadAgain={again} />
      ) : (
        <Card>
          <SkeletonLines lines={12} />
        </Card>
      )}
    </>
  )
}

interface DeskProps {
  maker: string
  entry: string
  text: string
  /** Of the text in the file; missing while there is no file. */
  version?: string
  writable: boolean
  onLoadAgain?(): void
}

/** Text at the left, what becomes of it at the right; below each other on a phone. */
export function Desk({ maker, entry, text: begun, version: first, writable, onLoadAgain }: DeskProps) {
  const { t, say } = useText()
  const source = useSource()
  const [text, setText] = useState(begun)
  const [kept, setKept] = useState({ text: first === undefined ? '' : begun, version: first })
  const [way, setWay] = useState<'json' | 'form'>('json')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ code: string; message: string }>()
  const { checked, drawn } = useCheck(maker, entry, text)
  const problems = checked?.problems ?? []
  const changed = text !== kept.text
  const head = headOf(text)
  useUnsaved(changed && !busy)

  async function save(): Promise<void> {
    setBusy(true)
    setRefused(undefined)
    const result = await source?.act(
      { operation: 'saveModel', params: { maker: 'row.maker', entry: 'row.entry' } },
      { row: { maker, entry }, form: { text, ...(kept.version !== undefined && { version: kept.version }) } },
    )
    setBusy(false)
    if (!result) return
    if (!result.ok) return setRefused(result)
    setKept({ text, version: (result.data as { version: string }).version })
    toasts.show({ text: t('catalogue.saved') })
  }

  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <div className={styles.bar}>
          <Segments
            label={t('catalogue.way.label')}
            segments={[
              { id: 'json', label: t('catalogue.way.json') },
              { id: 'form', label: t('catalogue.way.form'), disabled: head === undefined },
            ]}
            value={way}
            onChange={(id) => setWay(id === 'form' ? 'form' : 'json')}
          />
          <span className={styles.bar}>
            <Button icon="download" onClick={() => download(`${entry}.json`, text)}>
              {t('catalogue.download')}
            </Button>
            {writable && (
              <Button
                look="main"
                busy={busy}
                disabled={!changed || problems.length > 0}
                onClick={() => void save()}
              >
                {t('catalogue.save')}
              </Button>
            )}
          </span>
        </div>
        {!writable && <Notice tone="info">{t('catalogue.readOnly')}</Notice>}
        {refused && (
          <Notice
            tone="danger"
            urgent
            action={
              refused.code === 'MODEL_CHANGED' &&
              onLoadAgain && <Button onClick={onLoadAgain}>{t('catalogue.loadAgain')}</Button>
            }
          >
            {refused.message}
          </Notice>
        )}
        {way === 'json' || head === undefined ? (
          <JsonEditor
            label={t('catalogue.text')}
            text={text}
            problems={problems}
            readOnly={false}
            onChange={setText}
          />
        ) : (
          <Card>
            <FormBlock
              rich
              name="modelHead"
              values={head}
              submit={t('catalogue.take')}
              onlyChanged
              onSubmit={async (body) => {
                const fields = changedIn(text, body).map((name) => say(`fields.modelHead.${name}`))
                setText(withHead(text, body))
                setWay('json')
                toasts.show({ text: t('catalogue.taken', { fields: fields.join(', ') }) })
                return {}
              }}
            />
          </Card>
        )}
        <ul className={styles.problems} aria-label={t('catalogue.problems')} aria-live="polite">
          {problems.map(({ line, column, message, remedy }) => (
            <li key={`${line}:${column}:${message}`}>
              <code>
                {line}:{column}
              </code>{' '}
              {message}
              {remedy !== undefined && ` (${remedy})`}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.side}>
        {checked && (
          <p>
            {problems.length === 0
              ? [
                  t('catalogue.touches', { count: checked.touches.devices, homes: checked.touches.homes }),
                  ...(checked.touches.rules > 0
                    ? [t('catalogue.touchedRules', { count: checked.touches.rules })]
                    : []),
                ].join(' ')
              : t('catalogue.faults', { count: problems.length })}
          </p>
        )}
        {drawn ? (
          <Preview {...drawn} />
        ) : (
          <Card>{checked ? say('catalogue.nothingToDraw') : <SkeletonLines lines={6} />}</Card>
        )}
      </div>
    </div>
  )
}
