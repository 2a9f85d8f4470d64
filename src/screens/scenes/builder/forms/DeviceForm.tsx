import { useAllDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { useEditor } from '../draft/editor.ts'
import { canBeAsked, canBegin } from '../offered/offered.ts'
import { Panel } from '../Panel.tsx'
import { DevicePicker } from './DevicePicker.tsx'

/** Tab 1 for a device: only those that are online, may begin a scene and have something that can (spec 2 §5). */
export function DeviceForm() {
  const { t } = useText()
  const { go, place } = useEditor()
  const heads = useAllDevices()
  return (
    <Panel
      title={t('sceneForms.device.title')}
      text={t(place.asks === undefined ? 'sceneForms.device.text' : 'sceneForms.device.askedText')}
    >
      <DevicePicker
        heads={heads?.filter(place.asks === undefined ? canBegin : canBeAsked)}
        none={{ title: t('sceneForms.device.none'), text: t('sceneForms.device.noneText') }}
        onChoose={({ id }) => go({ ...place, tab: 'deviceTrigger', device: id })}
      />
    </Panel>
  )
}
