-- What was said in an interactive problem, or over several passes.

alter table run
    -- Of a sample case only, cut: lines with > before what the submission said and < before what it was told, --- between
    -- two passes. Empty where there was no conversation.
    add column transcript text not null default '';
