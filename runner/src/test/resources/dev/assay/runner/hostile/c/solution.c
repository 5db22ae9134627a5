/* Twice x after 1.5 ms of honest work, under a clock that the point's name says how to bend. */
#define _GNU_SOURCE
#include "assay/signature.h"

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct assay_state {
  char name[64];
};

static int bent;

static int lying_clock(clockid_t clock, struct timespec *time) {
  long answer = syscall(SYS_clock_gettime, clock, time);
  if (clock == CLOCK_MONOTONIC) {
    time->tv_nsec /= 1000;
    time->tv_sec = 0;
  }
  return (int)answer;
}

static void open_page(uintptr_t address, int protection) {
  uintptr_t page = address & ~(uintptr_t)4095;
  if (mprotect((void *)page, 8192, protection) < 0 && mprotect((void *)page, 4096, protection) < 0) {
    perror("mprotect");
    exit(9);
  }
}

/* The linker's table: every slot that holds clock_gettime gets the liar. */
static int bend_table(struct dl_phdr_info *module, size_t size, void *unused) {
  (void)size;
  (void)unused;
  if (module->dlpi_name[0] != 0) return 0;
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  const ElfW(Rela) *tables[2] = {NULL, NULL};
  size_t bytes[2] = {0, 0};
  for (const ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_SYMTAB) symbols = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_STRTAB) names = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELA) tables[0] = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELASZ) bytes[0] = entry->d_un.d_val;
    if (entry->d_tag == DT_JMPREL) tables[1] = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_PLTRELSZ) bytes[1] = entry->d_un.d_val;
  }
  for (int table = 0; table < 2; table++) {
    for (size_t i = 0; i < bytes[table] / sizeof(ElfW(Rela)); i++) {
      const ElfW(Rela) *slot = &tables[table][i];
      if (strcmp(names + symbols[ELF64_R_SYM(slot->r_info)].st_name, "clock_gettime") != 0) continue;
      uintptr_t *target = (uintptr_t *)(module->dlpi_addr + slot->r_offset);
      open_page((uintptr_t)target, PROT_READ | PROT_WRITE);
      *target = (uintptr_t)lying_clock;
      bent = 1;
    }
  }
  return 1;
}

/* The kernel's own page in this process: its clock_gettime becomes a jump to the liar. */
static void bend_vdso(void) {
#if defined(__x86_64__)
  uintptr_t base = getauxval(AT_SYSINFO_EHDR);
  const ElfW(Ehdr) *header = (const void *)base;
  const ElfW(Phdr) *parts = (const void *)(base + header->e_phoff);
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < header->e_phnum; i++) {
    if (parts[i].p_type == PT_DYNAMIC) entry = (const void *)(base + parts[i].p_offset);
  }
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  for (; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_SYMTAB) symbols = (const void *)(base + entry->d_un.d_ptr);
    if (entry->d_tag == DT_STRTAB) names = (const void *)(base + entry->d_un.d_ptr);
  }
  /* The table of names follows the one of symbols. */
  for (const ElfW(Sym) *symbol = symbols; (const char *)symbol < names; symbol++) {
    if (strcmp(names + symbol->st_name, "__vdso_clock_gettime") != 0) continue;
    unsigned char *code = (unsigned char *)(base + symbol->st_value);
    open_page((uintptr_t)code, PROT_READ | PROT_WRITE | PROT_EXEC);
    void *target = (void *)lying_clock;
    memcpy(code, "\x48\xb8", 2); /* movabs target, %rax; jmp *%rax */
    memcpy(code + 2, &target, 8);
    memcpy(code + 10, "\xff\xe0", 2);
    bent = 1;
  }
#endif
}

assay_state *assay_init(const assay_point *point) {
  assay_state *state = calloc(1, sizeof *state);
  FILE *names = fopen("names.txt", "r");
  for (unsigned i = 0; i <= point->n; i++) {
    if (fscanf(names, "%63s", state->name) != 1) exit(9);
  }
  fclose(names);
  if (strcmp(state->name, "bends-the-table") == 0) dl_iterate_phdr(bend_table, NULL);
  if (strcmp(state->name, "bends-the-kernels-page") == 0) bend_vdso();
  if (strncmp(state->name, "bends", 5) == 0 && !bent) exit(8);
  return state;
}

static long cpu_micros(void) {
  struct timespec time;
  syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

int assay_run(assay_state *state, const assay_inputs *inputs, assay_outputs *outputs) {
  (void)state;
  for (long end = cpu_micros() + 1500; cpu_micros() < end;) continue;
  outputs->y = 2 * inputs->x;
  return 0;
}
