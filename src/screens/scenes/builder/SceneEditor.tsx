import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { failed } from '#engine/actions/code-action.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { failureWords } from '#engine/objects/refusal.ts'
import type { ActionResult } from '#engine/ports.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { countTriggers } from '#gateway/rules/parts.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Boundary } from '#ui/parts/Boundary.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { Skeleton, SkeletonLines } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { usePhone } from '#ui/use-phone.ts'
import { useRuleEvents } from '../use-rules.ts'
import styles from './Builder.module.css'
import { EditorContext } from './draft/editor.ts'
import { forget, isWork, type Kept } from './draft/kept.ts'
import { leave } from './draft/leaving.ts'
import { isByHand, plain } from './draft/rule-edit.ts'
import { useEditorOf } from './draft/use-editor.ts'
import { useElsewhere } from './draft/use-elsewhere.ts'
import { useSaving } from './draft/use-saving.ts'
import { stepIn, TOP } from './only-if/place-asked.ts'
import { Preview } from './Preview.tsx'
import { START } from './place.ts'
import { Then } from './Then.tsx'
import { When } from './When.tsx'

/** Beside the thread while nothing is filled in: the scene as one would tell it. */
function Overview() {
  const { t } = useText()
  return (
    <Card title={t('builder.preview.title')}>
      <Preview />
    </Card>
  )
}

/** They stand there as long as nothing is built. */
const Ideas = lazyPart(() => import('../recipes/Ideas.tsx'), ['recipes'])
const AskLine = lazyPart(() => import('../ask/AskLine.tsx'), ['asking'])
/** They come when somebody else has changed the scene too, when it asks something, when there is something to play through, and at the end. */
const Conflict = lazyPart(
  async () => ({ default: (await import('./draft/Conflict.tsx')).Conflict }),
  ['sceneForms'],
)
const OnlyIf = lazy(() => import('./only-if/OnlyIf.tsx'))
const FinishDialog = lazyPart(
  async () => ({ default: (await import('./draft/FinishDialog.tsx')).FinishDialog }),
  ['sceneForms'],
)
const Rehearsal = lazyPart(
  async () => ({ default: (await import('../Rehearsal.tsx')).Rehearsal }),
  ['rehearsal', 'sceneRuns'],
)

const TabPanel = lazyPart(
  async () => ({ default: (await import('./TabPanel.tsx')).TabPanel }),
  ['sceneForms'],
)

interface Props {
  kept: Kept
  /** Serial number of the gateway that it is built for. */
  home: string
  /** The scene that is changed; undefined for a new one. */
  scene: string | undefined
  crumb: { label: string; href: string } | undefined
}

const isBegun = (rule: Rule): boolean => countTriggers(rule) > 0 || (rule.scenes ?? []).length > 0

/** The scene as a thread of sentences, and beside it what the hand is at. */
export function SceneEditor({ kept, home, scene, crumb }: Props) {
  const text = useText()
  const { t } = text
  const { definitions, go = () => {} } = useEngine()
  const { source } = usePorts()
  useDevices()
  useRuleEvents()
  const editor = useEditorOf(kept, home, scene)
  const { rule, base, place, undo, rebase } = editor
  const [naming, setNaming] = useState<string>()
  const saving = useSaving()
  const [lost, setLost] = useState(false)
  const found = useElsewhere(base)
  const elsewhere = lost && found === undefined ? 'deleted' : found
  const finished = useRef(false)
  const broken = useRef(false)
  const editing = (place.tab !== 'choose' && place.tab !== 'actions') || place.recipe !== undefined
  const here = definitions.screen(scene === undefined ? 'add_scene' : 'edit_scene')
  // The form has a phone to itself.
  const alone = usePhone() && editing

  /** What is stored: finishing activates a new scene (spec 2 §4). */
  const finishedRule = (name: string): Rule => {
    const { draft, ...whole } = plain(rule)
    return { ...whole, name, active: scene === undefined ? true : rule.active }
  }
  function over(name: string): void {
    finished.current = true
    forget(home, scene)
    toasts.show({ text: t('builder.finish.saved', { name }) })
    const next = definitions.screen(scene === undefined ? 'scenes_list' : 'scene')
    if (next) go(hrefOf(next, { scene_id: scene }))
  }
  async function save(name: string, over_: number): Promise<ActionResult | undefined> {
    const stored = await saving.save(finishedRule(name), over_)
    // A draft that the gateway has forgotten is nothing that anybody misses: the scene is stored anew.
    const answer =
      stored === 'gone' && scene === undefined ? await saving.save(finishedRule(name), 0) : stored
    if (answer === 'conflict') return undefined
    if (answer === 'gone') {
      setLost(true)
      return failed('', { message: t('builder.conflict.deleted') })
    }
    if (answer.ok) over(name)
    return answer
  }

  async function look(): Promise<void> {
    try {
      setLost(!(await saving.look(base.id)))
    } catch {
      toasts.show({ text: t('engine.failure.text'), tone: 'danger' })
    }
  }

  // Leaving a new scene deletes its draft; one that is only changed keeps what it was. Neither happens unsaid.
  const leaveNow = useEffectEvent(() => {
    // Whoever is looking at a page that has failed has not left it: what he built is there when it stands again.
    if (finished.current || broken.current) return
    if (scene === undefined)
      return leave({
        home,
        scene,
        text: isBegun(rule) ? t('builder.left') : undefined,
        comeBack: () => here && go(hrefOf(here)),
        gone: () => void source.order('delete_rule', { rule_id: base.id }),
      })
    leave({
      home,
      scene,
      text: isWork({ rule: plain(rule), base: plain(base) })
        ? t('builder.leftChanges', { name: base.name })
        : undefined,
      comeBack: () => here && go(hrefOf(here, { scene_id: scene })),
    })
  })
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // React tries effects twice while it is developed: whoever is back at once has not left.
    clearTimeout(leaving.current)
    return () => {
      leaving.current = setTimeout(leaveNow)
    }
  }, [])

  const takeBack = useEffectEvent((event: KeyboardEvent) => {
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select')
    if (typing || event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    event.preventDefault()
    undo?.()
  })
  // The thread stands; whoever presses something in it finds its form, and saves it though the server does not answer.
  useEffect(() => {
    for (const part of [TabPanel, FinishDialog, Conflict, Dialog]) part.load().catch(() => {})
  }, [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => takeBack(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  const byHand = isByHand(rule, scene === undefined ? undefined : base)
  const missing =
    countTriggers(rule) === 0 && !byHand ? 'trigger' : (rule.scenes ?? []).length === 0 ? 'action' : undefined
  const finish = (): void => {
    if (missing === undefined) return setNaming(scene === undefined ? (rule.suggested ?? '') : rule.name)
    editor.go(missing === 'trigger' ? START : { tab: 'actions' })
    toasts.show({ text: t(`builder.missing.${missing}`) })
  }
  return (
    <EditorContext value={editor}>
      <Boundary
        of={home}
        fallback={(_retry, error) => {
          broken.current = true
          throw error
        }}
      >
        <PageHeader
          title={scene === undefined ? t('builder.new') : base.name}
          crumb={crumb}
          context={alone ? undefined : t(scene === undefined ? 'builder.newText' : 'builder.editText')}
          actions={
            alone ? undefined : (
              <>
                <Button icon="undo" disabled={undo === undefined} onClick={undo}>
                  {t('builder.undo')}
                </Button>
                <Button look="main" why={missing && t(`builder.missing.${missing}`)} onClick={finish}>
                  {t(scene === undefined ? 'builder.finish.open' : 'builder.finish.saveNow')}
                </Button>
              </>
            )
          }
        />
        {elsewhere === 'changed' && (
          <Notice
            tone="warn"
            action={
              <Button size="dense" onClick={() => void look()}>
                {t('builder.conflict.look')}
              </Button>
            }
          >
            {t('builder.conflict.changed')}
          </Notice>
        )}
        {elsewhere === 'deleted' && scene !== undefined && (
          <Notice tone="warn">{t('builder.conflict.deleted')}</Notice>
        )}
        {scene === undefined && !byHand && !editing && !isBegun(rule) && (
          <Suspense
            fallback={
              <div className={styles.asks}>
                <Skeleton height="100%" />
              </div>
            }
          >
            <AskLine />
          </Suspense>
        )}
        <div className={styles.editor} data-editing={editing || undefined}>
          <div className={styles.thread}>
            <When />
            {rule.only_if || (place.asks !== undefined && stepIn(place.asks) === undefined) ? (
              <Suspense>
                <OnlyIf />
              </Suspense>
            ) : (
              countTriggers(rule) > 0 && (
                <div>
                  <Button look="quiet" icon="filter" onClick={() => editor.go({ tab: 'choose', asks: TOP })}>
                    {t('builder.onlyIf.open')}
                  </Button>
                </div>
              )
            )}
            <Then />
          </div>
          <div className={styles.side}>
            {editing ? (
              <Suspense fallback={<SkeletonLines lines={4} />}>
                <TabPanel />
              </Suspense>
            ) : scene === undefined && !byHand && !isBegun(rule) ? (
              <Suspense fallback={<SkeletonLines lines={4} />}>
                <Ideas />
              </Suspense>
            ) : (
              <Overview />
            )}
          </div>
        </div>
        {missing === undefined && !alone && (
          <div className={styles.rehearsal}>
            <Suspense>
              <Rehearsal rule={rule} saved={scene === undefined ? undefined : base} begun />
            </Suspense>
          </div>
        )}
        {naming !== undefined && !saving.theirs && (
          <Suspense>
            <FinishDialog
              name={naming}
              onClose={() => setNaming(undefined)}
              onSave={(name) => {
                setNaming(name)
                return save(name, elsewhere === 'deleted' ? 0 : (base.version ?? 0))
              }}
            />
          </Suspense>
        )}
        {saving.theirs && (
          <Suspense>
            <Conflict
              base={base}
              theirs={saving.theirs}
              mine={{ ...plain(rule), name: naming || rule.name }}
              onClose={saving.putOff}
              onTheirs={() => {
                if (saving.theirs) rebase(saving.theirs, saving.theirs)
                saving.putOff()
                setNaming(undefined)
                toasts.show({ text: t('builder.conflict.taken') })
              }}
              onMine={async () => {
                const { theirs } = saving
                if (!theirs) return
                // Mine goes on from what they have stored: saving replaces it knowingly; theirs stays in the history.
                rebase(theirs, { ...rule, version: theirs.version })
                if (naming === undefined) finish()
                else {
                  const stored = await save(naming, theirs.version ?? 0)
                  // They were quicker once more, and that is what is shown now.
                  if (!stored) return
                  if (!stored.ok) toasts.show({ text: failureWords(stored, text), tone: 'danger' })
                }
                saving.putOff()
              }}
            />
          </Suspense>
        )}
      </Boundary>
    </EditorContext>
  )
}
