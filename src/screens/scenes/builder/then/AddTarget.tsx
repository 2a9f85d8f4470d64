import { usePorts } from '#engine/engine.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import type { DeviceKind } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { ActionSet, ActionTarget } from '#schemas/generated/entities/rule.ts'
import { Icon } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import { foundNow } from '../../housed.ts'
import { kindIcon } from '../../kinds.ts'
import { newId } from '../draft/rule-edit.ts'
import { putTarget } from '../draft/set-edit.ts'
import pickerStyles from '../forms/DevicePicker.module.css'
import { vocabulary } from '../offered/vocabulary.ts'
import { Panel } from '../Panel.tsx'
import { targetPart, useSpeech } from '../sentences.ts'

interface Props {
  set: ActionSet
  onAdd(set: ActionSet): void
  onBack(): void
}

/** Chooses a kind of devices of which all are set, also those that come later (decision 0203). */
export default function AddTarget({ set, onAdd, onBack }: Props) {
  const { t } = useText()
  const { home } = usePorts()
  const speech = useSpeech()
  useDevices()
  // A home has some of the kinds today; of the others it may have one tomorrow.
  const kinds = vocabulary.kinds.map((kind) => {
    const target = firstOf(kind)
    return { target, count: new Set(foundNow(target, {}, home).map(({ device }) => device)).size }
  })
  const ordered = kinds.toSorted((a, b) => Number(b.count > 0) - Number(a.count > 0))
  return (
    <Panel title={t('sceneForms.target.title')} text={t('sceneForms.target.text')} onBack={onBack}>
      <div className={pickerStyles.groups}>
        <ul aria-label={t('sceneForms.target.title')}>
          {ordered.map(({ target, count }) => (
            <li key={target.kind}>
              <button
                type="button"
                className={pickerStyles.device}
                onClick={() => onAdd(putTarget(set, { ...target, id: newId() }))}
              >
                <Badge icon={kindIcon(target)} />
                <span>
                  {targetPart(target, speech).name}
                  <small>{t('sceneForms.target.count', { count })}</small>
                </span>
                <Icon name="plus" size="small" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

/** What is meant most: off, or all the way. */
function firstOf({ id, sets: [first] }: DeviceKind): ActionTarget {
  const { kind, min = 0 } = first.value
  return { id: '', kind: id, sets: first.id, value: kind === 'bool' ? false : min }
}
