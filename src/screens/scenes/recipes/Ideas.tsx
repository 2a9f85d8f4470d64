import { useMemo, useState } from 'react'
import { recipes } from '#data/recipes.ts'
import { useText } from '#i18n/useText.ts'
import type { SceneRecipe } from '#schemas/generated/definitions/scene-recipes.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { useEditor } from '../builder/draft/editor.ts'
import { statusName } from '../status-words.ts'
import { type Lacking, lacking } from './fit.ts'
import styles from './recipes.module.css'
import { useHomeFacts } from './use-home-facts.ts'

/** So many stand there at first. */
const FEW = 6

/** In the builder, where one is fitted to the home beside the empty scene. */
export default function Ideas() {
  const { t } = useText()
  const { go } = useEditor()
  return (
    <IdeasFor
      title={t('recipes.ui.title')}
      text={t('recipes.ui.text')}
      onChoose={(recipe) => go({ tab: 'choose', recipe })}
    />
  )
}

interface Props {
  title: string
  text: string
  /** The id of a recipe. */
  onChoose(recipe: string): void
}

/** Scenes that this home could have; what it lacks for the others is said. */
export function IdeasFor({ title, text, onChoose }: Props) {
  const { t } = useText()
  const facts = useHomeFacts()
  const [all, setAll] = useState(false)
  const judged = useMemo(
    () => (facts ? recipes.map((recipe) => ({ recipe, lacks: lacking(recipe, facts) })) : []),
    [facts],
  )
  const ready = judged.filter(({ lacks }) => isNothing(lacks))
  const others = judged.filter(({ lacks }) => !isNothing(lacks))
  const shown = all ? [...ready, ...others] : ready.slice(0, FEW)
  return (
    <Card title={title}>
      <p className={styles.text}>{text}</p>
      {facts ? (
        <>
          <ul className={styles.ideas}>
            {shown.map(({ recipe, lacks }) => (
              <Idea key={recipe.id} recipe={recipe} lacks={lacks} onChoose={onChoose} />
            ))}
          </ul>
          {judged.length > Math.min(ready.length, FEW) && (
            <Button look="quiet" size="dense" aria-expanded={all} onClick={() => setAll(!all)}>
              {t(all ? 'recipes.ui.less' : 'recipes.ui.more')}
            </Button>
          )}
        </>
      ) : (
        <SkeletonLines lines={FEW} />
      )}
    </Card>
  )
}

const isNothing = ({ slots, statuses }: Lacking): boolean => slots.length + statuses.length === 0

function Idea({
  recipe: { id, icon },
  lacks,
  onChoose,
}: {
  recipe: SceneRecipe
  lacks: Lacking
} & Pick<Props, 'onChoose'>) {
  const text = useText()
  const { t, say } = text
  const title = say(`recipes.of.${id}.title`)
  if (!isNothing(lacks)) {
    const what = [
      ...lacks.slots.map((slot) => say(`recipes.of.${id}.asks.${slot.id}`)),
      ...lacks.statuses.map((meaning) => t('recipes.ui.status', { name: statusName(meaning, text) })),
    ]
    return (
      <li className={styles.idea} data-lacks="">
        <Badge icon={iconNamed(icon)} tone="plain" />
        <span>
          <strong>{title}</strong>
          <small>{t('recipes.ui.lacking', { what: what.join(', ') })}</small>
        </span>
      </li>
    )
  }
  return (
    <li>
      <button type="button" className={styles.idea} onClick={() => onChoose(id)}>
        <Badge icon={iconNamed(icon)} tone="primary" />
        <span>
          <strong>{title}</strong>
          <small>{say(`recipes.of.${id}.text`)}</small>
        </span>
        <Icon name="chevron-right" size="small" />
      </button>
    </li>
  )
}
