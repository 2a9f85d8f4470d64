import { type ComponentProps, Suspense } from 'react'
import { usePorts } from '#engine/engine.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import type { BuilderOffer } from '#schemas/generated/definitions/scene-builder.ts'
import type {
  ActionDevice,
  ActionSet,
  DeviceSetting,
  RuleAction,
  RuleNotification,
} from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { type IconName, iconNamed } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { Notice } from '#ui/Notice.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { Badge } from '#ui/Tag.tsx'
import { statusIcon, statusName } from '../status-words.ts'
import { useOtherRules } from '../use-rules.ts'
import { useEditor } from './draft/editor.ts'
import {
  putSetRule,
  putSetStatus,
  putSetting,
  removeAlarm,
  removeNotification,
  removeSetRule,
  removeSetStatus,
  removeSetting,
  removeTarget,
} from './draft/set-edit.ts'
import { firstValue } from './forms/first-value.ts'
import styles from './forms/forms.module.css'
import { useAlarmName } from './forms/messages/use-alarms.ts'
import { SettingView } from './forms/SettingView.tsx'
import { useStatusIds } from './forms/use-statuses.ts'
import { type OfferedProperty, propertyAt } from './offered/properties.ts'
import {
  alarmPart,
  isGone,
  isStatusGone,
  notificationPart,
  settingSentence,
  targetPart,
  textWords,
  useSpeech,
} from './sentences.ts'

/** It comes with the first device that is set. */
const HowSet = lazy(() => import('./then/HowSet.tsx'))
/** It comes with the first action that means all devices of a kind. */
const TargetPart = lazy(() => import('./then/TargetPart.tsx'))
type HowSetProps = ComponentProps<typeof HowSet>

const ACTS: readonly RuleAction['act'][] = ['run', 'switch_on', 'switch_off']

interface Props {
  set: ActionSet
  onChange(set: ActionSet, as?: string): void
  onEdit(offer: BuilderOffer['value'], id: string): void
  /** A device is to be chosen whose value this one takes over. */
  onCopy(to: CopyTo): void
}

/** What takes over the value of another device. */
export interface CopyTo {
  head: DeviceHead
  offered: OfferedProperty
}

/** All that one action set does, each part with the control that changes it. */
export function ActionParts({ set, onChange, onEdit, onCopy }: Props) {
  const statuses = useStatusIds()
  const speech = { ...useSpeech(), statuses }
  const alarmName = useAlarmName()
  const { rule } = useEditor()
  const rules = useOtherRules({ id: rule.id, scenes: [set] })
  const { t } = speech.text
  return (
    <>
      {(set.devices ?? []).flatMap((device) =>
        device.settings.map((setting) => (
          <Setting
            key={`${device.id} ${setting.service_name} ${setting.property_name}`}
            set={set}
            device={device}
            setting={setting}
            onChange={onChange}
            onCopy={onCopy}
          />
        )),
      )}
      {(set.targets ?? []).map((target) => {
        const { icon, name, broken } = targetPart(target, speech)
        return (
          <Part
            key={target.id}
            icon={icon}
            title={name}
            note={broken ? t('builder.gone') : undefined}
            onRemove={() => onChange(removeTarget(set, target.id))}
          >
            <Suspense>
              <TargetPart set={set} target={target} onChange={onChange} />
            </Suspense>
          </Part>
        )
      })}
      {(set.statuses ?? []).map((status) => (
        <Part
          key={status.resource_id ?? status.name}
          icon={statusIcon(status.icon)}
          title={statusName(status.name, speech.text)}
          note={isStatusGone(status, { statuses }) ? t('builder.gone') : undefined}
          onRemove={() => onChange(removeSetStatus(set, status.resource_id ?? status.name))}
        >
          <Segments
            label={statusName(status.name, speech.text)}
            segments={[
              { id: 'on', label: t('sceneForms.status.switchOn') },
              { id: 'off', label: t('sceneForms.status.switchOff') },
            ]}
            value={status.state ? 'on' : 'off'}
            onChange={(next) => onChange(putSetStatus(set, { ...status, state: next === 'on' }))}
          />
        </Part>
      ))}
      {(set.rules ?? []).map((one) => (
        <Part
          key={one.rule_id}
          icon="scenes"
          title={one.rule_id === rule.id ? speech.text.t('sceneForms.scene.itself') : one.name}
          note={isGone(one, { rules }) ? t('builder.gone') : undefined}
          onRemove={() => onChange(removeSetRule(set, one.rule_id))}
        >
          <Segments
            label={one.name}
            segments={ACTS.filter((act) => one.rule_id !== rule.id || act === 'switch_off').map((act) => ({
              id: act,
              label: t(`builder.scene.acts.${act}`),
            }))}
            value={one.act}
            onChange={(act) => onChange(putSetRule(set, { ...one, act: act as RuleAction['act'] }))}
          />
        </Part>
      ))}
      {(set.notifications ?? []).map((one) => {
        const { icon, text, note, broken } = notificationPart(one, speech)
        return (
          <Part
            key={one.notification_id}
            icon={icon}
            title={text}
            note={broken ? note : one.desc && textWords(one.desc, one, speech)}
            onEdit={
              one.type === 2 && !one.call ? undefined : () => onEdit(wayOf(one), one.notification_id ?? '')
            }
            onRemove={() => onChange(removeNotification(set, one.notification_id))}
          />
        )
      })}
      {(set.alarms ?? []).map(({ alarmId }) => (
        <Part
          key={alarmId}
          icon="siren"
          title={alarmPart(alarmId, alarmName(alarmId), speech).text}
          onRemove={() => onChange(removeAlarm(set, alarmId))}
        />
      ))}
    </>
  )
}

const wayOf = ({ type, call }: RuleNotification): BuilderOffer['value'] =>
  call ? 'WEB_CALL' : type === 0 ? 'EMAIL' : 'PUSH_NOTIFICATION'

interface PartProps {
  icon: IconName
  title: string
  note?: string
  onEdit?(): void
  onRemove(): void
  children?: React.ReactNode
}

function Part({ icon, title, note, onEdit, onRemove, children }: PartProps) {
  const { t } = useText()
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <span className={styles.device}>
          <Badge icon={icon} />
          <span>
            <strong>{title}</strong>
            {note && <small>{note}</small>}
          </span>
        </span>
        <span className={styles.tools}>
          {onEdit && (
            <Button only look="quiet" size="dense" icon="edit" onClick={onEdit}>
              {t('sceneForms.change', { name: title })}
            </Button>
          )}
          <Button only look="quiet" size="dense" icon="close" onClick={onRemove}>
            {t('builder.remove', { name: title })}
          </Button>
        </span>
      </div>
      {children}
    </div>
  )
}

function Setting({
  set,
  device,
  setting,
  onChange,
  onCopy,
}: {
  set: ActionSet
  device: ActionDevice
  setting: DeviceSetting
  onChange: Props['onChange']
  onCopy: Props['onCopy']
}) {
  const speech = useSpeech()
  const ports = usePorts()
  useDevices()
  const head = ports.home.device(device.id)
  const at = { service: setting.service_name, property: setting.property_name }
  const offered = propertyAt(head, at)
  const { name, value, broken } = settingSentence(device, setting, speech)
  const put = (of: DeviceHead, ...[how, anew]: Parameters<HowSetProps['onChange']>): void =>
    onChange(
      putSetting(set, of, { service_name: at.service, property_name: at.property, ...how }),
      anew ? undefined : `${set.id} ${device.id} ${at.service} ${at.property}`,
    )
  return (
    <Part
      icon={iconNamed(head?.icon, 'device')}
      title={name}
      note={offered ? head?.room?.name : value}
      onRemove={() => onChange(removeSetting(set, device.id, setting))}
    >
      {head && offered ? (
        <>
          <Suspense>
            <HowSet
              device={device.id}
              offered={offered}
              setting={setting}
              value={firstValue(offered, undefined)}
              onChange={(how, anew) => put(head, how, anew)}
              onCopy={() => onCopy({ head, offered })}
            />
          </Suspense>
          {'value' in setting && (
            <SettingView
              head={head}
              offered={offered}
              value={setting.value}
              onChange={(value) => put(head, { value })}
            />
          )}
        </>
      ) : (
        broken && <Notice tone="warn">{speech.text.t('sceneForms.action.gone')}</Notice>
      )}
    </Part>
  )
}
