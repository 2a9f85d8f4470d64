import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './Builder.module.css'
import { useDraft } from './draft/use-draft.ts'
import { SceneEditor } from './SceneEditor.tsx'

/** spec 2 §4, scene builder: a new scene, or one that is there. What is built belongs to its home, and stays there. */
export function Builder({ params }: { params: Readonly<Record<string, string>> }) {
  const { gateway } = useEngine().situation
  const home = gateway?.serialNumber ?? ''
  return <BuilderAt key={`${home} ${params.scene_id ?? ''}`} home={home} scene={params.scene_id} />
}

function BuilderAt({ home, scene }: { home: string; scene: string | undefined }) {
  const text = useText()
  const { t, say } = text
  const { definitions, go } = useEngine()
  const draft = useDraft(home, scene)
  const list = definitions.screen('scenes_list')
  const crumb = list && { label: say('screens.scenes_list.title'), href: hrefOf(list) }
  const title = t(scene === undefined ? 'builder.new' : 'builder.edit')

  if (draft.phase === 'ready')
    return <SceneEditor key={draft.kept.rule.id} kept={draft.kept} home={home} scene={scene} crumb={crumb} />
  return (
    <>
      <PageHeader title={title} crumb={crumb} />
      {draft.phase === 'loading' && (
        <div className={styles.editor} aria-busy="true">
          <div className={styles.thread}>
            <Skeleton height="180px" />
            <Skeleton height="180px" />
          </div>
          <Skeleton height="240px" />
        </div>
      )}
      {draft.phase === 'failed' && (
        <ErrorState title={t('builder.failed')} onRetry={draft.again}>
          <p>{failureText(draft.error, text)}</p>
        </ErrorState>
      )}
      {draft.phase === 'gone' && (
        <EmptyState
          icon="scenes"
          title={t('builder.noScene')}
          action={
            list && (
              <Button look="main" onClick={() => go?.(hrefOf(list))}>
                {t('builder.toList')}
              </Button>
            )
          }
        >
          <p>{t('builder.noSceneText')}</p>
        </EmptyState>
      )}
    </>
  )
}
