import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { buttonLook } from '#ui/Button.tsx'
import { PageTitle } from '#ui/page/PageTitle.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton, SkeletonLines } from '#ui/Skeleton.tsx'
import styles from '../scene.module.css'

function ToList() {
  const { t } = useText()
  const list = useEngine().definitions.screen('scenes_list')
  return (
    list && (
      <a href={hrefOf(list)} {...buttonLook({})}>
        {t('scenes.toList')}
      </a>
    )
  )
}

/** spec 2 §8: missing scene data. */
export function NoScene() {
  const { t } = useText()
  return (
    <EmptyState whole icon="scenes" tone="plain" title={t('scenes.incomplete')} action={<ToList />}>
      {t('scenes.incompleteText')}
    </EmptyState>
  )
}

/** Refused, without a connection, or no answer: the cause is said. */
export function SceneFailed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const text = useText()
  return (
    <ErrorState whole title={text.t('scenes.failed')} onRetry={onRetry} otherwise={<ToList />}>
      {failureText(error, text)}
    </ErrorState>
  )
}

/** The shape of a scene's page while it is asked for. */
export function SceneSkeleton() {
  const { say } = useText()
  return (
    <div aria-busy="true">
      <PageTitle text={say('screens.scene.title')} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Skeleton height="160px" />
          <Skeleton height="220px" />
        </div>
        <SkeletonLines lines={6} />
      </div>
    </div>
  )
}
