import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { IdeasFor } from './Ideas.tsx'
import styles from './recipes.module.css'

/** What a home without scenes could begin with; each leads into the builder, which asks for its devices. */
export default function FirstIdeas({ builder }: { builder: ScreenHead }) {
  const { t } = useText()
  const { go } = useEngine()
  return (
    <div className={styles.first}>
      <IdeasFor
        title={t('recipes.ui.often')}
        text={t('recipes.ui.text')}
        onChoose={(recipe) => go?.(hrefOf(builder, { recipe }))}
      />
    </div>
  )
}
