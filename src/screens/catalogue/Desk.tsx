import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { download } from '#lib/download.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { loadIcons } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { EditorHandle } from './editor/JsonEditor.tsx'
import { LateEditor } from './editor/LateEditor.tsx'
import { baseOf, headOf, nameIn, parsed } from './head.ts'
import { Problems } from './Problems.tsx'
import { targetAt } from './pick/target.ts'
import { handOver } from './rollouts/handed.ts'
import { StudioRoom } from './StudioRoom.tsx'
import { useSaving } from './saving/use-saving.ts'
import styles from './studio.module.css'
import { useKnowledge } from './use-knowledge.ts'
import { type Checked, useCheck } from './use-model.ts'

/** A model may name any icon there is. */
const withIcons = async <T,>(part: Promise<T>): Promise<T> => (await Promise.all([part, loadIcons()]))[0]

/** Whatever draws devices comes while the model is checked. */
const Preview = lazy(() => withIcons(import('./preview/Preview.tsx')))
const Picker = lazy(() => withIcons(import('./pick/Picker.tsx')))
const HeadForm = lazy(() => import('./HeadForm.tsx'))

interface Props {
  maker: string
  entry: string
  text: string
  /** Of the text in the file; missing while there is no file. */
  version?: string
  writable: boolean
  crumb: { label: string; href: string } | undefined
}

const NO_PROBLEMS: Checked['problems'] = []

const DRAWING = (
  <Card>
    <SkeletonLines lines={6} />
  </Card>
)

/** Text at the left, what becomes of it at the right; below each other on a narrow screen. */
export function Desk({ maker, entry, text: begun, version, writable, crumb }: Props) {
  const words = useText()
  const { t, say } = words
  const editor = useRef<EditorHandle>(null)
  const [text, setText] = useState(begun)
  const [caret, setCaret] = useState(0)
  const [way, setWay] = useState<'json' | 'form'>('json')
  const [isComparing, setComparing] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { go, definitions } = useEngine()
  const saving = useSaving(maker, entry, { text: version === undefined ? '' : begun, version })
  const { kept, theirs, busy, refused } = saving
  const { checked, drawn, failure, again } = useCheck(maker, entry, text)
  const knowledge = useKnowledge(drawn?.device)
  const problems = checked?.problems ?? NO_PROBLEMS
  const changed = text !== kept.text
  const head = headOf(text)
  const target = useMemo(
    () => (knowledge && way === 'json' ? targetAt(text, caret, knowledge) : undefined),
    [text, caret, knowledge, way],
  )
  useUnsaved(changed && !busy && !isLeaving)
  // That it did not come is told where it is drawn.
  useEffect(() => void Preview.load().catch(() => {}), [])

  const isConflict = theirs !== undefined
  const comparison = useMemo(() => {
    if (!isComparing) return undefined
    return isConflict
      ? {
          other: theirs.text,
          take: t('catalogue.compare.takeTheirs'),
          keep: t('catalogue.compare.keepMine'),
        }
      : { other: kept.text, take: t('catalogue.compare.takeBack') }
  }, [isComparing, isConflict, theirs, kept.text, t])

  async function save(over?: string): Promise<void> {
    await saving.save(text, over)
  }

  return (
    <StudioRoom maker={maker} entry={entry}>
      <PageHeader
        {...(crumb && { crumb })}
        title={nameIn(text) ?? entry}
        context={[
          `catalogue/devices/${maker}/${entry}.json`,
          ...(baseOf(text).length > 0 ? [t('catalogue.extends', { names: baseOf(text).join(', ') })] : []),
        ].join(' · ')}
        actions={
          <div className={styles.acts}>
            <Button
              disabled={!isComparing && !changed && !isConflict}
              aria-pressed={isComparing}
              onClick={() => {
                setWay('json')
                setComparing(!isComparing)
              }}
            >
              {isComparing ? t('catalogue.compare.close') : t('catalogue.compare.open')}
            </Button>
            <Button icon="download" onClick={() => download(`${entry}.json`, text)}>
              {t('catalogue.download')}
            </Button>
            {writable && (
              <Button
                disabled={!changed || problems.length > 0}
                onClick={() => {
                  const path = `devices/${maker}/${entry}.json`
                  const to = definitions.screen('rollout_draft')
                  handOver({ path, text })
                  setLeaving(true)
                  if (to) go?.(hrefOf(to, { path }))
                }}
              >
                {t('rollouts.tryFirst')}
              </Button>
            )}
            {writable && (
              <Button
                look="main"
                busy={busy}
                disabled={!changed || problems.length > 0 || isConflict}
                onClick={() => void save()}
              >
                {t('catalogue.save')}
              </Button>
            )}
          </div>
        }
      />
      {!writable && <Notice tone="info">{t('catalogue.readOnly')}</Notice>}
      {refused !== undefined && (
        <Notice tone="danger" urgent>
          {refused}
        </Notice>
      )}
      {theirs && (
        <Notice
          tone="warn"
          urgent
          action={
            <span className={styles.bar}>
              {!isComparing && (
                <Button size="dense" onClick={() => setComparing(true)}>
                  {t('catalogue.compare.open')}
                </Button>
              )}
              <Button
                size="dense"
                onClick={() => {
                  const other = saving.takeTheirs() ?? text
                  setText(other)
                  editor.current?.replace(other)
                  setComparing(false)
                }}
              >
                {t('catalogue.discard')}
              </Button>
              <Button
                size="dense"
                busy={busy}
                disabled={problems.length > 0}
                onClick={() => void save(theirs.version).then(() => setComparing(false))}
              >
                {t('catalogue.compare.overwrite')}
              </Button>
            </span>
          }
        >
          {t('catalogue.conflict')}
        </Notice>
      )}
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
            {way === 'json' && (
              <span className={styles.bar}>
                {target && (
                  <Button size="dense" onClick={() => setPicking(true)}>
                    {t(`catalogue.pick.${target.kind}`)}
                  </Button>
                )}
                <Button size="dense" icon="search" onClick={() => editor.current?.find()}>
                  {t('catalogue.editor.findInText')}
                </Button>
              </span>
            )}
          </div>
          {way === 'json' || head === undefined ? (
            <>
              {isComparing && (
                <p className={styles.hint}>
                  {isConflict ? t('catalogue.compare.theirs') : t('catalogue.compare.saved')}
                </p>
              )}
              <LateEditor
                ref={editor}
                label={t('catalogue.text')}
                text={text}
                problems={problems}
                knowledge={knowledge}
                comparison={comparison}
                onChange={setText}
                onCaret={setCaret}
              />
              <p className={styles.hint}>
                <span>{t('catalogue.editor.line', { line: text.slice(0, caret).split('\n').length })}</span>
                <span data-keys="">{t('catalogue.editor.hint')}</span>
              </p>
            </>
          ) : (
            <Card>
              <Suspense fallback={<SkeletonLines lines={6} />}>
                <HeadForm
                  text={text}
                  head={head}
                  onTaken={(taken) => {
                    setText(taken)
                    setWay('json')
                  }}
                />
              </Suspense>
            </Card>
          )}
          <Problems problems={problems} editor={editor} />
        </div>
        <div className={styles.side}>
          {failure ? (
            <NotKnown onRetry={again}>
              {t('catalogue.notChecked')} {failureText(failure, words)}
            </NotKnown>
          ) : (
            checked && <p className={styles.hint}>{standing(checked, t)}</p>
          )}
          <Suspense fallback={DRAWING}>
            {drawn ? (
              <Preview {...drawn} />
            ) : checked ? (
              <Card>{say('catalogue.nothingToDraw')}</Card>
            ) : (
              !failure && DRAWING
            )}
          </Suspense>
        </div>
      </div>
      {isPicking && target && (
        <Suspense>
          <Picker
            target={target}
            whole={parsed(text)}
            onPick={(insert) => {
              setPicking(false)
              // Behind the dialog, which gives the focus back to what opened it.
              requestAnimationFrame(() => editor.current?.put(target.from, target.to, insert))
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </StudioRoom>
  )
}

/** Whether all is well, and whom a change would touch. */
function standing({ problems, touches }: Checked, t: ReturnType<typeof useText>['t']): string {
  if (problems.length > 0) return t('catalogue.faults', { count: problems.length })
  return [
    touches.devices === 0
      ? t('catalogue.touchesNone')
      : t('catalogue.touches', { count: touches.devices, homes: touches.homes }),
    ...(touches.rules > 0 ? [t('catalogue.touchedRules', { count: touches.rules })] : []),
  ].join(' ')
}
