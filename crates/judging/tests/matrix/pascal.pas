{$mode objfpc}{$h+}
program Main;
uses SysUtils;

function Depth(n: Int64): Int64;
begin
    if n = 0 then Result := 0 else Result := 1 + Depth(n - 1);
end;

var
    line, command: AnsiString;
    n, sum, i, gap: Int64;
    kept: array of array of Byte;
begin
    ReadLn(line);
    gap := Pos(' ', line);
    command := Copy(line, 1, gap - 1);
    n := StrToInt64(Copy(line, gap + 1, Length(line)));
    sum := 0;
    if command = 'sum' then begin
        sum := n;
        while not SeekEof do begin
            Read(n);
            sum := sum + n;
        end;
        WriteLn(sum);
    end else if command = 'depth' then
        WriteLn(Depth(n))
    else if command = 'memory' then begin
        SetLength(kept, n);
        for i := 0 to n - 1 do begin
            SetLength(kept[i], 1 << 20);
            FillChar(kept[i][0], 1 << 20, 1);
            sum := sum + kept[i][i];
        end;
        WriteLn(sum);
    end else if command = 'exit' then
        Halt(3)
    else if command = 'throw' then
        raise Exception.Create('on purpose')
    else if command = 'divide' then
        WriteLn(1000 div n)
    else if command = 'output' then
        for i := 1 to n do WriteLn('1234567');
end.
