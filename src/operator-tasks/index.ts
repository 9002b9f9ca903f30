import type { OperatorTasks } from '../platform/operator-tasks/index.ts';
import { accessTasks } from './access.ts';
import { auditTasks } from './audit.ts';
import { backupTasks } from './backup.ts';
import { faceTasks } from './faces.ts';
import { keyTasks } from './keys.ts';
import type { TaskParts } from './parts.ts';
import { peopleTasks } from './people.ts';
import { recordTask } from './record-task.ts';
import { registryTasks } from './registry.ts';
import { sourceTasks } from './sources.ts';
import { templateTasks } from './templates.ts';

export type { TaskParts } from './parts.ts';

/** Every task by name, recorded in the audit log. Two of one name fail here. */
export function createOperatorTasks(parts: TaskParts): OperatorTasks {
  const tasks: Record<string, OperatorTasks[string]> = {};
  for (const group of [
    accessTasks(parts),
    auditTasks(parts),
    backupTasks(parts),
    faceTasks(parts),
    keyTasks(parts),
    registryTasks(parts),
    peopleTasks(parts),
    sourceTasks(parts),
    templateTasks(parts),
  ]) {
    for (const [name, task] of Object.entries(group)) {
      if (name in tasks) throw new TypeError(`two tasks are called ${name}`);
      tasks[name] = recordTask(parts, name, task);
    }
  }
  return tasks;
}
