/** Thread of the driver for Home Assistant's discovery: the templates of strangers are worked out in here. */
import {
  createHomeAssistantDriver,
  type HomeAssistantOptions,
} from '#gateway/drivers/homeassistant/driver.ts'
import { type MqttAccess, openMqttPort } from '../mqtt-port.ts'
import { unreachable } from '../reason.ts'
import { trustAuthority } from '../trust.ts'
import { serveDriver } from './inside.ts'

export interface HomeAssistantThread extends Pick<HomeAssistantOptions, 'rules' | 'prefix' | 'ignore'> {
  access: MqttAccess
}

// Each thread has its own list of whom it trusts.
trustAuthority(process.env.GATEHOUSE_CA || undefined)

await serveDriver<HomeAssistantThread>(({ access, ...options }, guard, log) => {
  const failed = (error: string): void =>
    log('warn', unreachable('homeassistant'), { broker: new URL(access.url).host, error })
  return createHomeAssistantDriver({ ...options, mqtt: openMqttPort(access, failed), guard })
})
