import { recipes } from '#data/recipes.ts'
import { ruleQueries } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { useQuery } from '#engine/rows.ts'
import { sameName } from '#gateway/lib/names/clean-name.ts'
import { useText } from '#i18n/useText.ts'
import type { RecipeSlot, SceneRecipe } from '#schemas/generated/definitions/scene-recipes.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField, SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { EditorContext, useEditor } from '../builder/draft/editor.ts'
import forms from '../builder/forms/forms.module.css'
import { Panel } from '../builder/Panel.tsx'
import { Preview } from '../builder/Preview.tsx'
import { START } from '../builder/place.ts'
import { nameOfCopy } from '../duplicate.ts'
import {
  type Chosen,
  crowded,
  fitting,
  type HomeFacts,
  MOST_TRIGGERS,
  open,
  proposed,
  ruleOf,
} from './fit.ts'
import styles from './recipes.module.css'
import { useHomeFacts } from './use-home-facts.ts'

/** Which devices a recipe is about; below stands what the scene will be. */
export default function RecipeForm() {
  const { t, say } = useText()
  const { place, go } = useEditor()
  const facts = useHomeFacts()
  const recipe = recipes.find(({ id }) => id === place.recipe)
  return (
    <Panel
      title={recipe ? say(`recipes.of.${recipe.id}.title`) : ''}
      text={recipe && say(`recipes.of.${recipe.id}.text`)}
      onBack={() => go(START)}
    >
      {!recipe && <p>{t('recipes.ui.unknown')}</p>}
      {recipe && (facts ? <Fitting recipe={recipe} facts={facts} /> : <SkeletonLines lines={6} />)}
    </Panel>
  )
}

/** With a number where a scene is called so already. */
const freeName = (name: string, taken: readonly string[]): string =>
  taken.some((other) => sameName(other, name)) ? nameOfCopy(name, taken) : name

function Fitting({ recipe, facts }: { recipe: SceneRecipe; facts: HomeFacts }) {
  const { t, say } = useText()
  const editor = useEditor()
  const { source } = usePorts()
  const { data: list } = useQuery(ruleQueries(source).list())
  const { place, go } = editor
  const mine: Chosen = Object.fromEntries(
    Object.entries(place.chosen ?? {}).map(([slot, ids]) => [
      slot,
      facts.heads.filter(({ id }) => ids.includes(id)),
    ]),
  )
  // What nobody has chosen follows the devices of the home.
  const chosen: Chosen = proposed(recipe, facts.heads, mine)
  const missing = open(recipe, chosen)
  const tooMany = crowded(recipe, chosen)
  const faultOf = (slot: RecipeSlot): string | undefined => {
    if (tooMany.includes(slot)) return t('recipes.ui.tooMany', { count: MOST_TRIGGERS })
    return form.tried && missing.includes(slot) ? t('recipes.ui.missing') : undefined
  }
  const name = freeName(
    say(`recipes.of.${recipe.id}.title`),
    (list?.rules ?? []).map((one) => one.name),
  )
  const words = {
    name,
    tell: (values: Readonly<Record<string, string>>) => say(`recipes.of.${recipe.id}.tell`, '', values),
    action: (number: number) => t('builder.action.name', { number }),
  }
  const rule = ruleOf(recipe, chosen, facts, words, editor.rule)
  const form = useSubmit(() => {
    if (missing.length > 0 || tooMany.length > 0) return
    editor.change(rule)
    editor.go(START)
    toasts.show({ text: t('recipes.ui.taken', { name }) })
  })
  return (
    <form {...form.attributes} className={forms.form}>
      {recipe.asks.map((slot) => (
        <Slot
          key={slot.id}
          label={say(`recipes.of.${recipe.id}.asks.${slot.id}`)}
          slot={slot}
          heads={fitting(recipe, slot, facts.heads)}
          chosen={chosen[slot.id] ?? []}
          error={faultOf(slot)}
          onChoose={(heads) =>
            go({ ...place, chosen: { ...place.chosen, [slot.id]: heads.map(({ id }) => id) } })
          }
        />
      ))}
      <EditorContext value={{ ...editor, rule }}>
        <div className={styles.preview}>
          <Preview />
        </div>
      </EditorContext>
      <div className={forms.ways}>
        <Button type="submit" look="main">
          {t('recipes.ui.take')}
        </Button>
      </div>
    </form>
  )
}

interface SlotProps {
  label: string
  slot: RecipeSlot
  /** That can take its place. */
  heads: readonly DeviceHead[]
  chosen: readonly DeviceHead[]
  error: string | undefined
  onChoose(heads: readonly DeviceHead[]): void
}

function Slot({ label, slot, heads, chosen, error, onChoose }: SlotProps) {
  const { t } = useText()
  const nameOf = ({ name, room }: DeviceHead): string =>
    room ? t('recipes.ui.device', { name, room: room.name }) : name
  // Whatever a home has not is not asked for.
  if (heads.length === 0) return null
  if (!slot.many)
    return (
      <SelectField
        label={label}
        optional={slot.optional}
        error={error}
        value={chosen[0]?.id ?? ''}
        choices={[
          ...(slot.optional ? [{ value: '', label: t('recipes.ui.none') }] : []),
          ...heads.map((head) => ({ value: head.id, label: nameOf(head) })),
        ]}
        onChange={(id) => onChoose(heads.filter((head) => head.id === id))}
      />
    )
  const isChosen = (head: DeviceHead): boolean => chosen.some(({ id }) => id === head.id)
  return (
    <fieldset className={styles.many} aria-invalid={error !== undefined || undefined}>
      <legend>{label}</legend>
      <div className={styles.devices}>
        {heads.map((head) => (
          <CheckboxField
            key={head.id}
            label={nameOf(head)}
            value={isChosen(head)}
            onChange={(on) => onChoose(heads.filter((one) => (one.id === head.id ? on : isChosen(one))))}
          />
        ))}
      </div>
      {error !== undefined && (
        <p className={forms.fault} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
